import { explainMessage } from '../../../src/contracts/message-words.ts';
import type { AdminMessage, SendingState } from '../../../src/contracts/messages.ts';
import type { UsualTexts } from '../../../src/contracts/usual-texts.ts';
import { projected } from './admin-fixtures.ts';
import { ADA, HANNAH, LEO, YUKI } from './booking-fixtures.ts';
import { NOW } from './fixtures.ts';
import { positionAt } from './live-updates.ts';
import { json, type MockResponse } from './mock-api.ts';

const messageId = (number: number) => `5e55a6e0-6a3f-4a44-9c1b-${String(number).padStart(12, '0')}`;
const causeId = (number: number) => `ca05e000-6a3f-4a44-9c1b-${String(number).padStart(12, '0')}`;
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

const step = (type: string, minutes: number, explanation: string | null = null) => ({
  type,
  at: minutesAgo(minutes),
  explanation,
  kept_here: false,
});

/** A message by its number; the higher, the older it is. */
function message(
  number: number,
  { id, customer_name, appointment_date, appointment_time, status: booked }: typeof ADA,
  status: AdminMessage['status'],
  more: Partial<AdminMessage> = {},
): AdminMessage {
  const at = minutesAgo(number * 40);
  return {
    id: messageId(number),
    booking_id: id,
    channel: 'sms',
    kind: 'booked',
    status,
    explanation: explainMessage(status, null, more.code ?? null, more.channel),
    code: null,
    to: `+1925555010${number}`,
    text: 'Lumière Hair Studio: got your booking for Dec 03, 2026 at 2:30 PM. We will confirm it soon. Change it: https://lumiere.example/b/aB3dE6gH9jK2',
    customer_name,
    appointment: { appointment_date, appointment_time, status: booked },
    causes: [causeId(number)],
    reasons: [{ id: causeId(number), type: 'BookingRequested', at, actor: { kind: 'customer' } }],
    steps: [step('MessageAttempted', number * 40), step('MessageSent', number * 40 - 1)],
    at,
    changed_at: at,
    needs_staff: false,
    was_resent: false,
    can_resend: false,
    ...more,
  };
}

/** A text that could not be delivered, at the second try. */
export const FAILED = message(6, ADA, 'failed', {
  code: 30_003,
  needs_staff: true,
  can_resend: true,
  steps: [
    step('MessageAttempted', 242),
    step('MessageNotSent', 242, explainMessage('not-sent', 'unreachable', null)),
    step('MessageAttempted', 241),
    step('MessageSent', 241),
    step('MessageFailed', 240, explainMessage('failed', null, 30_003)),
  ],
});
const UNKNOWN = message(7, HANNAH, 'unknown', { kind: 'reminder', reasons: [], needs_staff: true });

/** A text that the provider can't be asked about. */
export const STUCK = message(1, LEO, 'claimed', {
  needs_staff: true,
  explanation: explainMessage('claimed', 'no-answer', null),
  steps: [step('MessageAttempted', 40)],
});

/** As the server answers: what needs attention first, then the newest. */
export const MESSAGES: readonly AdminMessage[] = [
  FAILED,
  UNKNOWN,
  message(1, LEO, 'claimed', { kind: 'confirmed', text: 'See you on Tuesday at eleven!' }),
  message(2, ADA, 'received', {
    kind: null,
    to: null,
    text: 'Can I bring my dog? He is very small.',
    causes: [],
    reasons: [],
    steps: [],
  }),
  message(3, YUKI, 'delivered', {
    kind: 'cancelled',
    reasons: [
      {
        id: causeId(3),
        type: 'BookingCancelled',
        at: minutesAgo(120),
        actor: { kind: 'admin', user_id: 'u', name: 'Marie Petit' },
      },
    ],
    steps: [step('MessageAttempted', 120), step('MessageSent', 120), step('MessageDelivered', 119)],
  }),
  message(4, LEO, 'suppressed', {
    kind: null,
    to: null,
    text: null,
    explanation: explainMessage('suppressed', 'no-consent', null),
    steps: [step('MessageSuppressed', 160, explainMessage('suppressed', 'no-consent', null))],
  }),
  message(5, HANNAH, 'failed', { code: 30_005, was_resent: true }),
  message(8, HANNAH, 'kept', {
    customer_name: 'Beatriz Álvarez-Montgomery de la Fuente',
    steps: [
      step('MessageAttempted', 320),
      { ...step('MessageDelivered', 320, 'No provider is set.'), kept_here: true },
    ],
  }),
  message(9, ADA, 'failed', {
    channel: 'email',
    kind: 'confirmed',
    code: 550,
    to: 'ada.moreau@example.com',
    text: 'Your appointment is confirmed\n\nWe look forward to seeing you on Thursday, December 3 at 2:30 PM for Women’s Haircut.\n\nView, move or cancel: https://lumiere.example/b/aB3dE6gH9jK2',
    was_resent: true,
    steps: [
      step('MessageAttempted', 360),
      step('MessageFailed', 360, explainMessage('failed', null, 550, 'email')),
    ],
  }),
];

export const messageList = (
  messages: readonly AdminMessage[],
  position = 0,
  next: string | null = null,
): MockResponse => projected({ messages, next_cursor: next }, position);

const SENDING: SendingState = {
  paused: false,
  why: null,
  by: null,
  waiting: 0,
  has_provider: true,
  has_mail_server: true,
};
export const sendingIs = (state: Partial<SendingState>): MockResponse => json({ ...SENDING, ...state });

/** The answer to pausing or resuming. */
export const sendingChanged = (): MockResponse => json({ ...SENDING, position: positionAt(5) });

const USUAL_TEXTS: UsualTexts = {
  appointment: { appointment_date: '2026-12-03', appointment_time: '12:30 PM' },
  texts: [
    {
      kind: 'booked',
      text: "Lumière Hair Studio: got your booking for Dec 03, 2026 at 12:30 PM. We'll confirm soon. https://lumiere.example/b/aB3dE6gH9jK2 STOP to opt out",
    },
    {
      kind: 'confirmed',
      text: 'Lumière Hair Studio: see you on Dec 03, 2026 at 12:30 PM ✂️ À bientôt, ça va être beau',
    },
    { kind: 'rescheduled', text: 'Lumière Hair Studio: moved to Dec 03, 2026 at 12:30 PM.' },
    { kind: 'cancelled', text: 'Lumière Hair Studio: Dec 03, 2026 at 12:30 PM is cancelled.' },
    { kind: 'reinstated', text: 'Lumière Hair Studio: Dec 03, 2026 at 12:30 PM is on again.' },
    {
      kind: 'reminder',
      text: `Lumière Hair Studio: see you on Dec 03, 2026 at 12:30 PM. ${'Please come five minutes early. '.repeat(4)}https://lumiere.example/b/aB3dE6gH9jK2`,
    },
  ],
};

/** Responses when all goes well. */
export const MESSAGE_SUCCESS: Record<string, MockResponse> = {
  'GET /api/admin/messages': messageList(MESSAGES),
  'GET /api/admin/messages/waiting': projected({ messages: [], has_more: false }, 0),
  'GET /api/admin/messages/attention': projected({ count: 2, undelivered: [] }, 0),
  'GET /api/admin/sending': sendingIs({}),
  'GET /api/admin/usual-texts': json(USUAL_TEXTS),
  [`POST /api/admin/messages/${FAILED.id}/resend`]: json({
    id: FAILED.id,
    queued: true,
    position: positionAt(5),
  }),
};
