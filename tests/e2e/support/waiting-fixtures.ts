import { explainMessage, explainWait } from '../../../src/contracts/message-words.ts';
import type { BookingMessages, WaitingMessage } from '../../../src/contracts/waiting-messages.ts';
import { projected } from './admin-fixtures.ts';
import { ADA, HANNAH, LEO } from './booking-fixtures.ts';
import { NOW } from './fixtures.ts';

const causeId = (number: number) => `ca05e000-6a3f-4a44-9c1b-${String(number).padStart(12, '0')}`;

function waitingMessage(
  number: number,
  { id, customer_name, appointment_date, appointment_time, status }: typeof ADA,
  waits_for: WaitingMessage['waits_for'],
  more: Partial<WaitingMessage> = {},
): WaitingMessage {
  return {
    booking_id: id,
    channel: 'sms',
    kind: 'confirmed',
    waits_for,
    goes_out_at: '2026-11-21T16:00:00.000Z',
    explanation: explainWait(waits_for, 'sms'),
    to: `+1925555010${number}`,
    text: 'Lumière Hair Studio: your appointment on Dec 03, 2026 at 2:30 PM is confirmed. Change it: https://lumiere.example/b/aB3dE6gH9jK2',
    customer_name,
    appointment: { appointment_date, appointment_time, status },
    causes: [causeId(number)],
    reasons: [
      {
        id: causeId(number),
        type: 'BookingConfirmed',
        at: NOW.toISOString(),
        actor: { kind: 'admin', user_id: 'u', name: 'Marie Petit' },
      },
    ],
    ...more,
  };
}

/** A confirmation that waits for the morning, and one that comes too late. */
export const WAITING_MESSAGES: readonly WaitingMessage[] = [
  waitingMessage(1, ADA, 'quiet'),
  waitingMessage(2, LEO, 'window', { goes_out_at: NOW.toISOString() }),
  waitingMessage(3, HANNAH, 'too-late', { goes_out_at: null, to: null, text: null }),
];

/** A confirmation behind a text that the provider can't be asked about. */
export const BLOCKED = waitingMessage(4, LEO, 'before', { goes_out_at: null });

export const waitingList = (messages: readonly WaitingMessage[], position = 0) =>
  projected({ messages, has_more: false }, position);

/** What the customer of an appointment has not been told. */
export const untold = (messages: Partial<BookingMessages>, position = 0) =>
  projected({ waiting: [], undelivered: [], ...messages }, position);

/** A text that the provider refused. */
export const UNDELIVERED: BookingMessages['undelivered'] = [
  {
    id: '5e55a6e0-6a3f-4a44-9c1b-000000000001',
    channel: 'sms',
    status: 'failed',
    explanation: explainMessage('failed', null, 21_211),
    at: NOW.toISOString(),
  },
];
