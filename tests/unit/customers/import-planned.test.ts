import { describe, expect, it } from 'vitest';
import { book, importing, row, stallAtPlan, stallAtRows } from '../../support/customers/import-steps.ts';
import { checkWorld } from '../../support/customers/registrar-checks.ts';
import { createRegistrarWorld, type Move } from '../../support/customers/registrar-world.ts';

const [ANN, BOB] = ['ann@example.com', 'bob@example.com'];
const DESK = '+19255550102';
type World = ReturnType<typeof createRegistrarWorld>;

/**
 * A customer has the e-mail of the first row, so that only the second is planned to be imported, by one of the importers. Before it writes
 * it, staff take the e-mail off that customer's card, and that is all that the registrar has read since. A plan that is made now would
 * import the first row, with an e-mail of the second.
 */
async function worldWithOutdatedPlan(before: (world: World) => Promise<void> = async () => {}) {
  const world = createRegistrarWorld([
    book(ANN, null),
    importing(row(ANN, BOB), row(BOB, 'cat@example.com')),
    { kind: 'edit', customer: 0, emails: [], phones: [] },
  ]);
  const step = (kind: Move['kind'], n = 0) => world.step({ kind, process: 0, n });
  for (const _ of ['book', 'import']) {
    await step('begin');
    await step('run-staff');
    await step('keep-up');
  }
  await before(world);
  await stallAtRows(world, 1, 2);
  await step('begin');
  await step('run-staff');
  await world.step({ kind: 'open-gate', process: 1, n: 3 });
  // One event, which is the edit, and then it saves.
  await step('registrar', 0);
  await step('registrar', 1);
  const imported = async () => (await world.events()).filter(({ type }) => type === 'CustomerImported');
  expect((await imported()).map(({ data }) => data.row)).toEqual([2]);
  return { ...world, imported };
}

describe('an import', () => {
  it('is planned only once the registrar has read what came before it', async () => {
    const file = importing(row(ANN), row(BOB), row('cat@example.com'));
    const world = createRegistrarWorld([book(BOB, null), book(ANN, null), file]);
    for (const kind of ['begin', 'keep-up', 'begin', 'begin'] as const) {
      await world.step({ kind, process: 0, n: 0 });
      await world.step({ kind: 'run-staff', process: 0, n: 0 });
    }
    await stallAtRows(world);
    await world.calmDown();
    const imported = (await world.events()).filter(({ type }) => type === 'CustomerImported');
    expect(imported.map(({ data }) => data.row)).toEqual([3]);
  });

  it('leaves a row as it was written, if the plan is lost and the next one gives it another card', async () => {
    const file = importing(row(BOB), { emails: [BOB], phones: [DESK] });
    const world = createRegistrarWorld([file, book(null, DESK)]);
    const step = (kind: Move['kind'], n = 0) => world.step({ kind, process: 0, n });
    await step('begin');
    await step('run-staff');
    await step('keep-up');
    await stallAtRows(world);
    await step('open-gate', 3);
    const ofType = async (type: string) => (await world.events()).filter((event) => event.type === type);
    expect(await ofType('CustomerImported')).toHaveLength(1);
    for (const kind of ['kill', 'keep-up', 'lose-plans'] as const) await step(kind);
    const { events } = await checkWorld(world);
    expect(await ofType('CustomerImported')).toHaveLength(1);
    expect(events.find(({ type }) => type === 'BookingLinked')?.data.customerId).toBe(
      (await ofType('CustomerImported'))[0]?.stream.slice('customer-'.length),
    );
  });

  it('is planned again after a loss with only the rows that the lost plan has written as holders', async () => {
    const world = await worldWithOutdatedPlan();
    await world.step({ kind: 'lose-plans', process: 0, n: 0 });
    await stallAtRows(world);
    await world.calmDown();
    expect((await world.imported()).map(({ data }) => data.row)).toEqual([2]);
  });

  it('is planned once, also by an importer that saw no plan before there was one', async () => {
    const world = await worldWithOutdatedPlan((begun) => stallAtPlan(begun));
    await world.step({ kind: 'open-gate', process: 0, n: 3 });
    await world.calmDown();
    expect((await world.imported()).map(({ data }) => data.row)).toEqual([2]);
  });
});
