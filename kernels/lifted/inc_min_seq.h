/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One pass of a lifted inc_min_seq(): the oldest generation, a batch per hold of the lock. */

/* out of line, as the kernel's is; LIFTED_CALL names these parameters */
static NOINLINE bool lifted_step(struct lruvec *lruvec, int type, int swappiness)
{
	return LIFTED_CALL;
}

size_t LIFTED_PASS(struct world *world);

size_t LIFTED_PASS(struct world *world)
{
	struct lruvec *lruvec = shim_lruvec(world);
	bool done;

	do {
		arch_lock(&lruvec->lru_lock);
		done = lifted_step(lruvec, (int)world->load.type, 60);
		arch_unlock(&lruvec->lru_lock);
	} while (!done);
	lruvec->lrugen.max_seq++;
	return world->load.folios;
}
