// SPDX-License-Identifier: GPL-2.0-or-later
/* foliolab replicate: the lab's own; one process of a run. */
#include "commands/commands.h"
#include "engine/replicate.h"

int command_replicate(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return replicate_main(true);
}
