import type { Wish } from './registrar-wishes.ts';
import type { createRegistrarWorld } from './registrar-world.ts';

/** Wishes around imports, and steps of the importers of a world. */

export const book = (email: string | null, phone: string | null, picks: number | null = null): Wish => ({
  kind: 'book',
  email,
  phone,
  byStaff: picks !== null,
  picks,
});
export const row = (...emails: string[]) => ({ emails, phones: [] });
export const importing = (...rows: { emails: string[]; phones: string[]; name?: string }[]): Wish => ({
  kind: 'import',
  rows,
});

type World = ReturnType<typeof createRegistrarWorld>;

/** An importer reads on, and stalls when it has seen that there is no plan yet. */
export async function stallAtPlan({ step }: World, process = 0): Promise<void> {
  await step({ kind: 'importer', process, n: 14 });
  await step({ kind: 'open-gate', process, n: 3 });
}

/**
 * An importer makes its plan, and stalls before it appends the first rows.
 *
 * @param reads how many streams it reads for the names of those who hold the file's contacts: that of merges, and one for each
 */
export async function stallAtRows(world: World, process = 0, reads = 0): Promise<void> {
  await stallAtPlan(world, process);
  for (let read = 0; read <= reads; read += 1) await world.step({ kind: 'open-gate', process, n: 3 });
  await world.step({ kind: 'importer', process, n: 14 });
  await world.step({ kind: 'open-gate', process, n: 3 });
}
