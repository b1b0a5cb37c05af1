import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { type Fact, slotAt, slotTaken } from './events.ts';
import { rowsOf } from './folding.ts';

const DAY = '2026-11-27';

describe('blocked dates', () => {
  const blockId = randomUUID();
  const blocked = (personal: unknown): Fact => ({
    stream: `agenda-${DAY}`,
    type: 'DateBlocked',
    data: { blockId, personal },
  });

  const changed = (personal: unknown): Fact => ({ ...blocked(personal), type: 'BlockReasonChanged' });
  const unblocked: Fact = { stream: `agenda-${DAY}`, type: 'DateUnblocked', data: { blockId } };

  it('have the newest reason until it is erased or the date is unblocked', () => {
    const wedding = blocked({ reason: 'Wedding' });
    const row = { id: blockId, blocked_date: DAY, version: 1, revision: 0 };
    expect(rowsOf('blocked_dates', wedding)).toEqual([{ ...row, reason: 'Wedding' }]);
    expect(rowsOf('blocked_dates', wedding, changed({ reason: 'Funeral' }))).toEqual([
      { ...row, reason: 'Funeral', version: 2, revision: 1 },
    ]);
    for (const erased of [[blocked(ERASED)], [wedding, changed(ERASED)]])
      expect(rowsOf('blocked_dates', ...erased)).toMatchObject([{ id: blockId, reason: null }]);
  });

  it('keep counting once the date is open again, and take no notice of its appointments', () => {
    const wedding = blocked({ reason: 'Wedding' });
    const taken = slotTaken(slotAt(DAY, 540, 585));
    expect(rowsOf('blocked_dates', taken, wedding, taken, unblocked)).toEqual([
      { id: null, blocked_date: DAY, reason: null, version: 2, revision: 3 },
    ]);
    expect(rowsOf('blocked_dates', wedding, unblocked, wedding)).toMatchObject([{ id: blockId, version: 3 }]);
    expect(rowsOf('blocked_dates', taken)).toEqual([]);
  });

  it('have a row each', () => {
    const other = { ...blocked({ reason: 'Holiday' }), stream: 'agenda-2026-12-24' };
    expect(rowsOf('blocked_dates', blocked({ reason: 'Wedding' }), other)).toMatchObject([
      { blocked_date: DAY, reason: 'Wedding' },
      { blocked_date: '2026-12-24', reason: 'Holiday' },
    ]);
  });
});
