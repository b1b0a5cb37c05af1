import { describe, expect, it } from 'vitest';
import { book, importing, row } from '../../support/customers/import-steps.ts';
import type { Wish } from '../../support/customers/registrar-wishes.ts';
import { createRegistrarWorld } from '../../support/customers/registrar-world.ts';

const [ANN, BOB] = ['ann@example.com', 'bob@example.com'];
const MOBILE = '+19255550101';
const add = (emails: readonly string[], phones: readonly string[] = []): Wish => ({
  kind: 'add',
  emails,
  phones,
});

/** Staff do these one after the other. The registrar and the importer keep up after each, but for the last ones. */
async function worldAfter(wishes: readonly Wish[], unseen = 0) {
  const world = createRegistrarWorld(wishes);
  for (const index of wishes.keys()) {
    await world.step({ kind: 'begin', process: 0, n: 0 });
    await world.step({ kind: 'run-staff', process: 0, n: 0 });
    if (index < wishes.length - unseen) for (let round = 0; round < 4; round += 1) await world.keepUpAll();
  }
  const added = (await world.events()).filter(({ type }) => type === 'CustomerAdded');
  expect(world.failures).toEqual([]);
  return { ...world, added: added.map(({ stream }) => stream.slice('customer-'.length)) };
}

describe('a customer whom staff add', () => {
  it.each<[string, readonly Wish[], number]>([
    ['nobody has the contact', [book(ANN, null), add([BOB])], 1],
    ['there is no contact', [add([]), add([])], 2],
    ['a booking has made a customer of the e-mail', [book(ANN, MOBILE), add([ANN])], 0],
    ['… of the phone', [book(ANN, MOBILE), add([BOB], [MOBILE])], 0],
    ['an imported customer has it', [importing(row(ANN)), add([ANN])], 0],
    ['that import was undone', [importing(row(ANN)), { kind: 'undo-import', import: 0 }, add([ANN])], 1],
    ['another customer was added with it', [add([ANN]), add([ANN])], 1],
    [
      'staff have taken it off that card',
      [add([ANN]), { kind: 'edit', customer: 0, emails: [], phones: [] }, add([ANN])],
      2,
    ],
    [
      'an edit has given it to somebody',
      [add([]), { kind: 'edit', customer: 0, emails: [ANN], phones: [] }, add([ANN])],
      1,
    ],
    [
      'its holder was merged',
      [add([ANN]), add([BOB]), { kind: 'merge', customer: 0, into: 1 }, add([ANN])],
      2,
    ],
    ['its holder was erased', [add([ANN]), { kind: 'erase', customer: 0 }, add([ANN])], 2],
    ['an appointment with it was deleted', [book(ANN, null), { kind: 'delete', booking: 0 }, add([ANN])], 0],
  ])('is refused only where somebody holds a contact: %s', async (_, wishes, expected) => {
    expect((await worldAfter(wishes)).added).toHaveLength(expected);
  });

  it('does not wait for an import that is open, nor for one that has the same person', async () => {
    const wishes = [importing(row(ANN), row(BOB)), add([ANN]), add(['cat@example.com'])];
    expect((await worldAfter(wishes, 3)).added).toHaveLength(2);
  });

  it('comes twice where two desks add one contact at the same moment; bookings go to the first', async () => {
    const world = await worldAfter([add([ANN]), add([ANN]), book(ANN, null)], 3);
    expect(world.added).toHaveLength(2);
    await world.calmDown();
    const link = (await world.events()).find(({ type }) => type === 'BookingLinked');
    expect(link?.data.customerId).toBe(world.added[0]);
  });

  it('keeps what came by hand when an import is undone', async () => {
    const undo: Wish = { kind: 'undo-import', import: 0 };
    const world = await worldAfter([importing(row(ANN)), add([BOB]), undo]);
    const erased = (await world.events()).flatMap(({ type, data }) =>
      type === 'CustomersErased' ? (data.customerIds as string[]) : [],
    );
    expect(erased).toHaveLength(1);
    expect(erased).not.toContain(world.added[0]);
  });
});
