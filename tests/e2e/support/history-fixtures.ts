import type { HistoryEntry } from '../../../src/contracts/history.ts';
import { customerId } from './admin-fixtures.ts';
import { NOW } from './fixtures.ts';
import { positionAt } from './live-updates.ts';

export const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();

const eventId = (number: number) => `b00c1d0e-6a3f-4a44-9c1b-${String(900 + number).padStart(12, '0')}`;

const entry = (
  appointment: string,
  number: number,
  type: string,
  hours: number,
  actor: HistoryEntry['actor'],
  changes: HistoryEntry['changes'] = [],
): HistoryEntry => ({
  id: eventId(number),
  position: positionAt(number),
  at: hoursAgo(hours),
  type,
  thing: { kind: 'booking', id: appointment },
  actor,
  changes,
  erased: false,
  correlation_id: `request-${number}`,
  caused_by: null,
});

/** What happened to an appointment and what came of its messages, the newest first. */
export const historyOf = (appointment: string): readonly HistoryEntry[] => [
  {
    ...entry(appointment, 8, 'ReplyReceived', 0.5, { kind: 'customer' }, [
      { field: 'words', before: null, after: 'Perfect, see you then!' },
    ]),
    thing: { kind: 'message', id: appointment },
  },
  {
    ...entry(appointment, 7, 'MessageAttempted', 0.7, { kind: 'system', process: 'messenger' }, [
      { field: 'to', before: null, after: 'ada.moreau@example.com' },
      {
        field: 'text',
        before: null,
        after: `Your appointment has moved\n\nYour appointment for Women's Haircut is now on Thursday, December 3 at 2:30 PM.`,
      },
    ]),
    thing: { kind: 'mail', id: appointment },
  },
  {
    ...entry(appointment, 6, 'MessageFailed', 0.9, { kind: 'system', process: 'messenger' }, [
      { field: 'explanation', before: null, after: 'The phone was off or out of reach.' },
    ]),
    thing: { kind: 'message', id: appointment },
    caused_by: {
      id: eventId(5),
      type: 'MessageAttempted',
      thing: { kind: 'message', id: appointment },
      at: hoursAgo(1),
    },
  },
  {
    ...entry(appointment, 5, 'MessageAttempted', 1, { kind: 'system', process: 'messenger' }, [
      { field: 'message_kind', before: null, after: 'rescheduled' },
      { field: 'to', before: null, after: '+19255550101' },
      { field: 'text', before: null, after: 'Lumière Hair Studio: moved to Dec 03, 2026 at 2:30 PM.' },
    ]),
    thing: { kind: 'message', id: appointment },
    caused_by: {
      id: eventId(3),
      type: 'BookingRescheduled',
      thing: { kind: 'booking', id: '' },
      at: hoursAgo(2),
    },
  },
  {
    ...entry(appointment, 4, 'BookingLinked', 1, { kind: 'system', process: 'registrar' }, [
      { field: 'customer_id', before: null, after: customerId(1) },
    ]),
    caused_by: {
      id: eventId(1),
      type: 'BookingRequested',
      thing: { kind: 'booking', id: '' },
      at: hoursAgo(3),
    },
  },
  entry(appointment, 3, 'BookingRescheduled', 2, { kind: 'admin', user_id: 'u', name: 'Marie Petit' }, [
    { field: 'notice', before: null, after: 'template' },
    { field: 'appointment_date', before: '2026-12-02', after: '2026-12-03' },
    { field: 'appointment_time', before: '9:30 AM', after: '2:30 PM' },
  ]),
  entry(appointment, 1, 'BookingRequested', 3, { kind: 'customer' }, [
    { field: 'customer_name', before: null, after: 'Ada Moreau' },
    { field: 'services', before: null, after: ["Women's Haircut", 'Scalp Treatment'] },
    { field: 'status', before: null, after: 'pending' },
    { field: 'sms_consent', before: null, after: true },
  ]),
];
