import { describe, expect, it } from 'vitest';
import { createCustomersProof } from '../../../src/proof/customers-proof.ts';
import {
  bookingRequested,
  customerRegistered,
  type Fact,
  recorded,
  slotAt,
} from '../../projections/events.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [IMPORT, OTHER] = [id(1), id(2)];
const [ANN, BOB] = [id(11), id(12)];
const NOW = new Date('2026-11-20T18:10:00Z');
const slot = slotAt('2026-11-27', 540, 585);
const { bookingId } = slot;

const on = (stream: string, type: string, data: Fact['data'] = {}): Fact => ({ stream, type, data });
const onMerges = (type: string, data: Fact['data']) => on('merges', type, data);
const started = (importId = IMPORT) => onMerges('ImportStarted', { importId, rows: 2 });
const brought = (customerId: string, row: number) =>
  on(`customer-${customerId}`, 'CustomerImported', { importId: IMPORT, row, personal: 'erased' });
const finished = (imported: number) =>
  onMerges('ImportFinished', { importId: IMPORT, imported, skipped: 0, refused: 0 });
const undone = onMerges('ImportUndone', { importId: IMPORT });
const closed = (...kept: string[]) => onMerges('ImportUndoClosed', { importId: IMPORT, kept });
const erased = (...customerIds: string[]) => [
  onMerges('CustomersErased', { customerIds, importId: IMPORT }),
  ...customerIds.map((customerId) => on(`customer-${customerId}`, 'CustomerErased')),
];
const linked = (customerId: string) => on(`booking-${bookingId}`, 'BookingLinked', { customerId });
const BOOKED = [bookingRequested(slot), customerRegistered(bookingId), linked(bookingId)];
const FILE = [started(), brought(ANN, 1), brought(BOB, 2), finished(2)];

function violations(now: Date, ...facts: readonly Fact[]) {
  const proof = createCustomersProof();
  let byRegistrar = true;
  for (const event of recorded(facts)) {
    const actor =
      event.type === 'BookingLinked' && byRegistrar
        ? { kind: 'system', process: 'registrar' }
        : { kind: 'admin', userId: 'user-1' };
    if (event.type === 'BookingLinked') byRegistrar = false;
    proof.apply({ ...event, metadata: { ...event.metadata, actor } });
  }
  return proof.violations(now).map(({ kind }) => kind);
}

describe('the proof of imports', () => {
  it('finds nothing wrong where everything is right', () => {
    expect(violations(NOW, ...FILE)).toEqual([]);
    expect(violations(NOW, ...FILE, undone, ...erased(ANN), closed(BOB))).toEqual([]);
    expect(violations(NOW, started(), undone, closed(), started(OTHER))).toEqual([]);
    expect(
      violations(
        NOW,
        ...FILE,
        ...BOOKED,
        undone,
        linked(ANN),
        ...erased(ANN, BOB),
        closed(),
        linked(bookingId),
      ),
    ).toEqual([]);
  });

  it.each([
    ['imports-overlap', [started(), started(OTHER)]],
    ['import-incomplete', [started(), brought(ANN, 1), finished(2)]],
    ['undo-behind', [...FILE, undone]],
    ['undo-behind', [...FILE, undone, ...erased(ANN), closed()]],
    [
      'shredder-behind',
      [...FILE, undone, onMerges('CustomersErased', { customerIds: [ANN], importId: IMPORT }), closed(BOB)],
    ],
    ['linked-to-undone', [...FILE, ...BOOKED, undone, ...erased(ANN, BOB), closed(), linked(ANN)]],
  ] as const)('finds %s', (kind, facts) => {
    expect(violations(NOW, ...facts)).toContain(kind);
  });

  it('gives the registrar and the shredder five minutes', () => {
    const soon = new Date('2026-11-20T18:02:00Z');
    expect(violations(soon, ...FILE, undone)).toEqual([]);
    expect(violations(soon, ...FILE, ...BOOKED, undone, ...erased(ANN, BOB), closed(), linked(ANN))).toEqual(
      [],
    );
  });
});
