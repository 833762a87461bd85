// SPDX-License-Identifier: GPL-2.0-or-later
#include "lift/kernel.h"

#include <dlfcn.h>
#include <string.h>

/* the hand-written variants of one flavour behind the stages */
static size_t add_beside(struct variant *variants, size_t nr, const struct kernel *beside)
{
	for (size_t i = 0; i < beside->nr_variants && nr < MAX_TOGETHER; i++)
		if (!beside->variants[i].extra)
			variants[nr++] = beside->variants[i];
	return nr;
}

static void finish(struct lifted_kernel *kernel, const struct liftable *what, size_t stages, size_t flavour)
{
	const struct kernel *beside = kernel_find(&flavours[flavour], what->beside);
	const struct kernel *control = kernel_find(&flavours[flavour + 1], what->beside);
	size_t nr = add_beside(kernel->variants, stages, beside);

	add_beside(kernel->controls, stages, control);
	kernel->nr_stages = stages;
	kernel->kernel = *beside;
	kernel->kernel.name = what->name;
	kernel->kernel.variants = kernel->variants;
	kernel->kernel.nr_variants = nr;
	kernel->kernel.check = what->check;
	kernel->control = kernel->kernel;
	kernel->control.variants = kernel->controls;
}

void lifted_describe(struct lifted_kernel *kernel, const struct lift *lift, const struct lift_request *request)
{
	memset(kernel, 0, sizeof(*kernel));
	for (size_t i = 0; i < lift->nr; i++)
		kernel->variants[i] = kernel->controls[i] = (struct variant){
			.name = lift->stage[i].name,
			.what = lift->stage[i].what,
			.rule = LIFTED_RULE,
		};
	finish(kernel, request->what, lift->nr, request->flavour);
}

const char *lifted_load(struct lifted_kernel *kernel, const char *library, const char *name,
			unsigned int flavour)
{
	static const char prefix[] = "lifted:";
	const struct liftable *what = NULL;
	const struct lifted_object *object;
	void *handle;

	if (!strncmp(name, prefix, sizeof(prefix) - 1))
		what = liftable_find(name + sizeof(prefix) - 1);
	if (!what || flavour + 1 >= nr_flavours)
		return "the request names no function that can be lifted";
	handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	object = handle ? dlsym(handle, "lifted") : NULL;
	if (!object || object->magic != LIFTED_MAGIC || !object->nr_stages || object->nr_stages > MAX_STAGES)
		return "the lifted functions cannot be loaded: remove their folder and lift them again";
	memset(kernel, 0, sizeof(*kernel));
	memcpy(kernel->variants, object->plain, object->nr_stages * sizeof(struct variant));
	memcpy(kernel->controls, object->control, object->nr_stages * sizeof(struct variant));
	finish(kernel, what, object->nr_stages, flavour);
	return NULL;
}
