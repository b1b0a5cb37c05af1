import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../../../src/contracts/history.ts';
import { withAppointments } from '../../../../web/admin/history/appointments.ts';
import { causeText, entryText } from '../../../../web/admin/history/history-words.ts';

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
const TEXT = "Grace Holm · Dec 03, 2026 · 2:30 PM · Women's Haircut";

it('names the appointment that came to a customer, and under which name it was booked', () => {
  const [shown, ...others] = withAppointments([linked('a')]);
  expect(shown?.appointment).toEqual({ id: 'booking-1', text: TEXT });
  expect(shown && [entryText(shown), causeText(shown)]).toEqual(['Appointment added', undefined]);
  expect(others).toEqual([]);
});

it('has one entry for what one booking led to', () => {
  const entries = [linked('b'), linked('a'), entry('CustomerRegistered', 'customer', 'a')];
  const shown = withAppointments(entries);
  expect(shown.map(({ type }) => type)).toEqual(['BookingLinked', 'CustomerRegistered']);
  expect(shown.map(({ appointment }) => appointment?.text)).toEqual([TEXT, TEXT]);
});

it('leaves other histories as they are', () => {
  const moved = entry('BookingRescheduled', 'booking', null, [
    { field: 'appointment_date', before: '2026-12-02', after: '2026-12-03' },
  ]);
  const added = entry('BookingLinked', 'booking', 'a');
  expect(withAppointments([moved, added])).toEqual([
    { ...moved, appointment: undefined },
    { ...added, appointment: undefined },
  ]);
});
