#include "commands/commands.h"
int command_reproduce(int argc, char **argv){(void)argc;(void)argv;return 1;}
