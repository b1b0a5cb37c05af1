import { randomUUID } from 'node:crypto';
import { DeadlineExceeded, deadlineIn } from '../../../src/eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../../src/eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../../src/eventsourcing/event-store.ts';
import { RuleBroken } from '../../../src/eventsourcing/streams/decider.ts';
import { createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { viewBooking } from '../../../src/features/messages/decision/booking-view.ts';
import { messagesStream, numberStream } from '../../../src/features/messages/events.ts';
import { canResend, readLedger } from '../../../src/features/messages/ledger/ledger.ts';
import { takesTexts } from '../../../src/features/messages/numbers.ts';
import { messagesDecider } from '../../../src/features/messages/staff/decider.ts';
import { newEvent } from '../../projections/events.ts';
import { id, requested } from '../booking/booking-facts.ts';
import { NUMBER } from './message-facts.ts';

/** Actions on one of a few bookings, all for one number. */
export const ACTIONS = [
  'book',
  'confirm',
  'unconfirm',
  'complete',
  'reopen',
  'move',
  'move-in-own-words',
  'move-silently',
  'move-back',
  'cancel',
  'cancel-in-own-words',
  'cancel-silently',
  'cancel-by-mail',
  'reinstate',
  'reinstate-by-mail',
  'press-button',
  'text-a-question',
  'answer',
  'dismiss',
  'switch-consent',
  'text-stop-or-start',
] as const;
export type Action = (typeof ACTIONS)[number];

export const hashNumber = (number: string) => `hash${number.slice(1)}`;
export const bookingIdAt = (index: number) => id(500 + index);
/** The same for every booking, so that two texts can be alike. */
const OWN_WORDS = { notice: 'custom', personal: { message: 'We are so sorry! Please call us.' } };

const BY_MAIL = { notice: 'none', mail: 'template' };

const STAFF = { kind: 'admin', userId: id(60) };

/** Customers and staff. Each of their actions is recorded at once. */
export function createPeople(log: EventStore, now: () => Date) {
  let slots = 0;
  const nextSlot = () => {
    slots += 1;
    return {
      slotId: randomUUID(),
      date: `2026-11-2${4 + (slots % 3)}`,
      start: 600 + 60 * (slots % 5),
      end: 1_200,
    };
  };

  async function append(stream: string, type: string, data: object, byStaff = false): Promise<void> {
    const actor = byStaff ? STAFF : { kind: 'customer' };
    const event = newEvent({ stream, type, data: data as never, at: now().toISOString(), actor });
    await log.append(stream, 'any', [event]);
  }

  async function changeNumber(): Promise<void> {
    const stream = numberStream(hashNumber(NUMBER));
    const type = takesTexts(await log.read(stream)) ? 'NumberOptedOut' : 'NumberOptedIn';
    await append(stream, type, { source: randomUUID(), at: now().toISOString() });
  }

  /** @returns whether it did anything; not every action is possible on every booking */
  async function act(action: Action, index: number): Promise<boolean> {
    if (action === 'text-stop-or-start') return changeNumber().then(() => true);
    const stream = bookingStream(bookingIdAt(index));
    const events = await log.read(stream);
    const { status, slot, smsConsent } = viewBooking(events);
    const does = (type: string, data: object, byStaff = true) =>
      append(stream, type, data, byStaff).then(() => true);
    if (action === 'book') {
      if (status !== 'none') return false;
      return does('BookingRequested', { ...requested().data, ...nextSlot() }, index !== 1);
    }
    if (slot === null) return false;
    const isComing = status === 'pending' || status === 'confirmed';
    const move = (notice: object) =>
      isComing && does('BookingRescheduled', { ...nextSlot(), from: slot, ...notice });
    const cancel = (notice: object) =>
      isComing && does('BookingCancelled', { slotId: slot.slotId, reason: 'other', ...notice });
    const reinstate = (notice: object) =>
      status === 'cancelled' && does('BookingReinstated', { ...nextSlot(), status: 'pending', ...notice });
    switch (action) {
      case 'confirm':
        return status === 'pending' && does('BookingConfirmed', {});
      case 'unconfirm':
        return status === 'confirmed' && does('BookingUnconfirmed', {});
      case 'complete':
        return isComing && does('BookingCompleted', { amountCents: null });
      case 'reopen':
        return (
          status === 'completed' && does('BookingReopened', { status: 'confirmed', totalAmount: '$0.00' })
        );
      case 'move':
        return move({ notice: 'template' });
      case 'move-in-own-words':
        return move(OWN_WORDS);
      case 'move-silently':
        return move({ notice: 'none' });
      case 'move-back': {
        const from = events.findLast(({ type }) => type === 'BookingRescheduled')?.data.from;
        if (!isComing || from === undefined) return false;
        const back = { ...(from as object), slotId: randomUUID(), from: slot, notice: 'none' };
        return does('BookingRescheduled', back);
      }
      case 'cancel':
        return cancel({ notice: 'template' });
      case 'cancel-in-own-words':
        return cancel(OWN_WORDS);
      case 'cancel-silently':
        return cancel({ notice: 'none' });
      case 'cancel-by-mail':
        return cancel(BY_MAIL);
      case 'reinstate':
        return reinstate({});
      case 'reinstate-by-mail':
        return reinstate(BY_MAIL);
      case 'press-button':
        return append(messagesStream(bookingIdAt(index)), 'MessageRequested', {}, true).then(() => true);
      case 'text-a-question': {
        const data = {
          sid: `SM${randomUUID().replaceAll('-', '')}`,
          meaning: 'other',
          personal: { words: 'Dogs?' },
        };
        return append(messagesStream(bookingIdAt(index)), 'ReplyReceived', data).then(() => true);
      }
      case 'answer':
      case 'dismiss': {
        const ledger = messagesStream(bookingIdAt(index));
        const question = (await log.read(ledger)).findLast(({ type }) => type === 'ReplyReceived');
        if (!question) return false;
        const [type, data] =
          action === 'dismiss'
            ? ['ReplyDismissed', { replyId: question.id }]
            : ['MessageRequested', { answers: question.id, personal: { words: 'Yes, bring it.' } }];
        return append(ledger, type, data, true).then(() => true);
      }
      case 'switch-consent':
        return does('SmsConsentChanged', { smsConsent: !smsConsent });
    }
  }
  return { act };
}

/** An administrator who asks for a resend of every message that allows it, through a log of their own. */
export function createResender(log: EventStore, store: EventStore, now: () => Date, failures: unknown[]) {
  const streams = createEventStreams(store, messagesDecider, { mutex: createKeyedMutex(), now });
  return async (index: number): Promise<void> => {
    const stream = messagesStream(bookingIdAt(index));
    const { ledger } = readLedger(await log.read(stream));
    for (const { id: attemptId } of [...ledger.attempts.values()].filter(canResend)) {
      const commandId = randomUUID();
      const context = { commandId, requestHash: 'h', correlationId: 'c', causationId: 'c', actor: STAFF };
      await streams
        .handle(stream, () => ({ kind: 'ResendMessage', attemptId }), {
          context,
          deadline: deadlineIn(60_000),
        })
        .catch((error: unknown) => {
          if (!(error instanceof RuleBroken || error instanceof DeadlineExceeded)) failures.push(error);
        });
    }
  };
}
