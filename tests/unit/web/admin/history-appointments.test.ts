import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../src/contracts/history/history.ts';
import { withBookings } from '../../../../web/admin/history/entries-with-bookings.ts';
import { causeText, entryText, shownChanges } from '../../../../web/admin/history/history-text.ts';

const entry = (
  type: string,
  kind: 'booking' | 'customer',
  cause: string | null,
  changes: HistoryEntry['changes'] = [],
) =>
  ({
    type,
    thing: { kind, id: `${kind}-1` },
    changes,
    caused_by: cause && { id: cause, type: 'BookingRequested', thing: { kind: 'booking', id: 'booking-1' } },
  }) as HistoryEntry;

const stays = (field: string, value: string | string[]) => ({ field, before: value, after: value });
const linked = (cause: string) =>
  entry('BookingLinked', 'booking', cause, [
    stays('customer_name', 'Grace Holm'),
    stays('appointment_date', '2026-12-03'),
    stays('appointment_time', '2:30 PM'),
    stays('services', ["Women's Haircut"]),
  ]);
const TEXT = "Grace Holm · Thu, Dec 3, 2026 · 2:30 PM · Women's Haircut";

it('names the appointment that came to a customer, and under which name it was booked', () => {
  const [shown, ...others] = withBookings([linked('a')]);
  expect(shown?.appointment).toEqual({ id: 'booking-1', text: TEXT });
  expect(shown && [entryText(shown), causeText(shown)]).toEqual(['Appointment added', undefined]);
  expect(others).toEqual([]);
});

it('has one entry for what one booking led to', () => {
  const entries = [linked('b'), linked('a'), entry('CustomerRegistered', 'customer', 'a')];
  const shown = withBookings(entries);
  expect(shown.map(({ type }) => type)).toEqual(['BookingLinked', 'CustomerRegistered']);
  expect(shown.map(({ appointment }) => appointment?.text)).toEqual([TEXT, TEXT]);
});

it('leaves other histories as they are', () => {
  const moved = entry('BookingRescheduled', 'booking', null, [
    { field: 'appointment_date', before: '2026-12-02', after: '2026-12-03' },
  ]);
  const added = entry('BookingLinked', 'booking', 'a');
  expect(withBookings([moved, added])).toEqual([
    { ...moved, appointment: undefined },
    { ...added, appointment: undefined },
  ]);
});

describe('of a day', () => {
  const DAY = '2026-12-03';
  const happened = (changes: Partial<HistoryEntry>): HistoryEntry => ({
    ...entry('BookingConfirmed', 'booking', null),
    actor: { kind: 'customer' },
    at: '2026-11-20T18:00:00.000Z',
    correlation_id: 'request-1',
    ...changes,
  });
  const began = (field: string, after: string | string[]) => ({ field, before: null, after });
  const time = [stays('appointment_time', '2:30 PM'), stays('end_time', '3:30 PM')];
  const ofDay = { thing: { kind: 'day', id: DAY } } as const;

  it('names customer and time with every entry, each once', () => {
    const [booked] = withBookings(
      [
        happened({
          type: 'BookingRequested',
          changes: [
            began('appointment_date', DAY),
            began('appointment_time', '2:30 PM'),
            began('services', ["Women's Haircut"]),
            began('customer_name', 'Grace Holm'),
            began('status', 'pending'),
          ],
        }),
      ],
      DAY,
    );
    expect(booked?.appointment).toEqual({ id: 'booking-1', text: "Grace Holm · 2:30 PM · Women's Haircut" });
    expect(booked?.changes.map(({ field }) => field)).toEqual(['status']);
    const [moved] = withBookings(
      [
        happened({
          type: 'BookingRescheduled',
          changes: [
            stays('customer_name', 'Grace Holm'),
            stays('appointment_time', '2:30 PM'),
            { field: 'appointment_date', before: DAY, after: '2026-12-04' },
          ],
        }),
      ],
      DAY,
    );
    expect(moved?.appointment?.text).toBe('Grace Holm · Fri, Dec 4, 2026 · 2:30 PM');
    expect(moved && shownChanges(moved)).toHaveLength(1);
  });

  it('is in the order of time, and not in the order of writing', () => {
    const at = (hour: string) => happened({ at: `2026-11-20T${hour}:00:00.000Z` });
    const shown = withBookings([at('09'), at('17'), at('12')], DAY);
    expect(shown.map(({ at }) => at.slice(11, 13))).toEqual(['17', '12', '09']);
  });

  it('leaves out what a booking says itself: that its time was taken, and whose profile it came to', () => {
    const listed = [
      happened({ type: 'BookingLinked', actor: { kind: 'system', process: 'registrar' } }),
      happened({ type: 'BookingConfirmed' }),
      happened({ ...ofDay, type: 'SlotTaken', changes: time }),
      happened({ ...ofDay, type: 'SlotTaken', changes: time, correlation_id: 'lost' }),
      happened({ ...ofDay, type: 'SlotHeld', changes: time }),
    ];
    const shown = withBookings(listed, DAY);
    expect(shown.map(({ type }) => type)).toEqual(['BookingConfirmed', 'SlotTaken', 'SlotHeld']);
    expect(shown.map(({ appointment }) => appointment?.text).slice(1)).toEqual([
      '2:30 PM – 3:30 PM',
      '2:30 PM – 3:30 PM',
    ]);
    // Staff who give an appointment to another customer are told of.
    const byStaff = happened({ type: 'BookingLinked', actor: { kind: 'admin', user_id: 'u', name: null } });
    expect(withBookings([byStaff], DAY)).toHaveLength(1);
  });
});
