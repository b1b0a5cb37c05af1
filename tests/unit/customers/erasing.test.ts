import { expect, it } from 'vitest';
import { book, importing, row } from '../../support/customers/import-steps.ts';
import type { Wish } from '../../support/customers/registrar-wishes.ts';
import { createRegistrarWorld } from '../../support/customers/registrar-world.ts';

const [ANN, BOB] = ['ann@example.com', 'bob@example.com'];
const [MOBILE, DESK] = ['+19255550101', '+19255550102'];
const add = (emails: readonly string[], phones: readonly string[] = []): Wish => ({
  kind: 'add',
  emails,
  phones,
});
const edit = (customer: number, ...emails: string[]): Wish => ({
  kind: 'edit',
  customer,
  emails,
  phones: [],
});
const phoneRow = (...phones: string[]) => ({ emails: [], phones });
const merge: Wish = { kind: 'merge', customer: 0, into: 1 };

it.each<[string, readonly Wish[], Wish, boolean]>([
  ['the file has others', [add([ANN])], importing(row(BOB)), true],
  ['they have no contact', [add([])], importing(row(ANN)), true],
  ['they came by a booking, and the file has others', [book(ANN, MOBILE)], importing(row(BOB)), true],
  ['the contact was taken off their card', [add([ANN]), edit(0, BOB)], importing(row(ANN)), true],
  [
    'all who are merged have other contacts',
    [add([ANN]), add([BOB]), merge],
    importing(phoneRow(DESK)),
    true,
  ],
  ['the file has their e-mail', [add([ANN])], importing(row(ANN)), false],
  ['… in its last row', [add([ANN])], importing(row(BOB), row('cat@example.com'), row(ANN)), false],
  ['… beside another one', [add([ANN])], importing(row(BOB, ANN)), false],
  ['the file has their phone', [book(ANN, MOBILE)], importing(phoneRow(MOBILE)), false],
  ['… or their second e-mail', [add([]), edit(0, BOB, ANN)], importing(row(ANN)), false],
  [
    'the file has a contact of who was merged into them',
    [add([ANN]), add([BOB]), merge],
    importing(row(ANN)),
    false,
  ],
  ['… of whom they were merged into', [add([ANN]), add([BOB]), merge], importing(row(BOB)), false],
  ['they share a contact that the file has', [add([ANN]), add([]), edit(1, ANN)], importing(row(ANN)), false],
])(
  'while an import is open, staff may erase somebody only if it cannot bring them back: %s',
  async (_, before, file, expected) => {
    const wishes = [...before, file, { kind: 'erase', customer: 0 } as const];
    const world = createRegistrarWorld(wishes);
    for (const index of wishes.keys()) {
      await world.step({ kind: 'begin', process: 0, n: 0 });
      await world.step({ kind: 'run-staff', process: 0, n: 0 });
      if (index < before.length) for (let round = 0; round < 4; round += 1) await world.keepUpAll();
    }
    const types = (await world.events()).map(({ type }) => type);
    expect(world.failures).toEqual([]);
    expect(types).toContain('ImportStarted');
    expect(types).not.toContain('ImportFinished');
    expect(types.includes('CustomersErased')).toBe(expected);
  },
);
