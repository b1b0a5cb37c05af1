import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeStream } from '../../projections/history/describe.ts';
import { ONE_STYLIST } from '../support/log/one-stylist.ts';
import { type Fact, recorded, slotAt, slotTaken } from './events.ts';

const DAY = '2026-11-27';

function told(...facts: readonly Fact[]) {
  const events = recorded(facts);
  const descriptions = describeStream(facts[0]?.stream ?? '', events, ONE_STYLIST);
  return events.map(({ id }) => descriptions.get(id));
}
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });

describe('the history of a day', () => {
  const agenda = (type: string, data: Fact['data']): Fact => ({ stream: `agenda-${DAY}`, type, data });

  it('names the times that are given out and released, and for which booking', () => {
    const slot = slotAt(DAY, 540, 585);
    const { slotId, bookingId } = slot;
    const times = [
      change('appointment_time', '9:00 AM', '9:00 AM'),
      change('end_time', '9:45 AM', '9:45 AM'),
      change('booking_id', bookingId, bookingId),
    ];
    const [taken, released] = told(slotTaken(slot), agenda('SlotReleased', { slotId, bookingId }));
    expect(taken?.changes).toEqual(times);
    expect(released?.changes).toEqual(times);
  });

  it('names the reasons of a block', () => {
    const blockId = randomUUID();
    const [blocked, changed, opened] = told(
      agenda('DateBlocked', { blockId, personal: { reason: 'Wedding' } }),
      agenda('BlockReasonChanged', { blockId, personal: { reason: 'Funeral' } }),
      agenda('DateUnblocked', { blockId }),
    );
    expect(blocked?.changes).toEqual([change('blocked', null, true), change('reason', null, 'Wedding')]);
    expect(changed?.changes).toEqual([change('reason', 'Wedding', 'Funeral')]);
    expect(opened?.changes).toEqual([change('blocked', true, false), change('reason', 'Funeral', null)]);
  });

  it('names the times of a blocked part of the day, and its reasons', () => {
    const [blockId, other] = [randomUUID(), randomUUID()];
    const personal = { reason: 'Lunch' };
    const entries = told(
      agenda('DateBlocked', { blockId: other, personal: { reason: 'Fair' } }),
      agenda('TimeBlocked', { blockId, start: 720, end: 780, personal }),
      agenda('BlockedTimeMoved', { blockId, start: 720, end: 810 }),
      agenda('BlockReasonChanged', { blockId, personal: { reason: 'Errand' } }),
      agenda('TimeUnblocked', { blockId }),
      agenda('TimeBlocked', { blockId, start: 720, end: 810, personal: { reason: 'Errand' } }),
      agenda('BlockReasonChanged', { blockId: other, personal: { reason: 'Wedding' } }),
    ).map((entry) => entry?.changes);
    const [start, end] = [change('start_time', '12:00', '12:00'), change('end_time', '13:30', '13:30')];
    expect(entries.slice(1)).toEqual([
      [start, change('end_time', '13:00', '13:00'), change('reason', null, 'Lunch')],
      [start, change('end_time', '13:00', '13:30')],
      [start, end, change('reason', 'Lunch', 'Errand')],
      [start, end],
      [start, end],
      [change('reason', 'Fair', 'Wedding')],
    ]);
  });

  it('names the hours of the date', () => {
    const [set, closed, cleared] = told(
      agenda('DayHoursSet', { windows: [{ start: 540, end: 720 }] }),
      agenda('DayHoursSet', { windows: [] }),
      agenda('DayHoursCleared', {}),
    ).map((entry) => entry?.changes);
    expect(set).toEqual([change('windows', null, ['9:00 AM – 12:00 PM'])]);
    expect(closed).toEqual([change('windows', ['9:00 AM – 12:00 PM'], 'Closed')]);
    expect(cleared).toEqual([change('windows', 'Closed', null)]);
  });

  it('names the time of a hold that is dropped', () => {
    const holdId = randomUUID();
    const expiresAt = '2026-11-20T18:10:00.000Z';
    const [held, dropped] = told(
      agenda('SlotHeld', { holdId, start: 540, end: 600, expiresAt }),
      agenda('SlotHoldDropped', { holdId }),
    );
    expect(held?.changes).toContainEqual(change('expires_at', null, expiresAt));
    expect(dropped?.changes).toContainEqual(change('appointment_time', '9:00 AM', '9:00 AM'));
  });
});
