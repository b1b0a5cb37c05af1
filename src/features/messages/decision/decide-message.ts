import {
  isUsual,
  kindOfWords,
  type MessageWords,
  type UsualWords,
} from '../../../contracts/messages/message-words.ts';
import type { Position } from '../../../eventsourcing/event-store.ts';
import { instantOf, type Minutes } from '../../../salon/salon-time.ts';
import type { MessageKind, SuppressedReason } from '../events.ts';
import type { BookingView, Cause } from './booking-view.ts';
import { type QuietHours, quietUntil, reminderAt } from './quiet-hours.ts';
import { isTakenBack, type LastMessage, toTell } from './taken-back.ts';

/** The salon's rules for the messages of a channel. */
export interface MessageRules {
  readonly timeZone: string;
  readonly quietHours: QuietHours;
  /** Time of day at which customers are reminded of the next day's booking. */
  readonly reminderAt: Minutes;
  /** How long a message waits for further changes. */
  readonly windowMs: number;
  /** Whether the salon texts a number at all, by its country. */
  isServed(number: string): boolean;
  /** A usual text about a booking. */
  textOf(words: UsualWords, booking: BookingToTell): string;
  /** The reason recorded where the customer has no address in this channel; `no-number` when left out. */
  readonly noAddress?: SuppressedReason;
}

/** The parts of a booking that usual texts mention. */
interface BookingToTell extends Pick<BookingView, 'services' | 'status' | 'stylist'> {
  readonly id: string;
  readonly slot: Slot;
}

type Slot = NonNullable<BookingView['slot']>;

/** Whether messages leave at all, and from which position on. */
export interface Sending {
  readonly paused: boolean;
  /** Messages caused up to here may have been sent already, in a time that a restored log has lost. */
  readonly watermark: Position;
  /** When the watermark was set: reminders due by then may have been sent too. */
  readonly watermarkAt: Date;
}

interface Reminder {
  readonly reminder: string;
  /** Whether it reminds of the booking's present slot. */
  readonly isCurrent: boolean;
}

/** Everything that a decision depends on, as it was read. */
interface DecisionContext {
  readonly bookingId: string;
  readonly booking: BookingView;
  /** The open causes in the order of the log; or one reminder, which is decided by itself. */
  readonly causes: readonly Cause[] | Reminder;
  /** The causes that silent cancellations have kept from being told. */
  readonly untold: readonly Cause[];
  /** The content of the channel's own last message to the customer; undefined where that is uncertain. */
  readonly lastMessage?: LastMessage | undefined;
  /** The same of the last message in whichever channel that was, also where it isn't certain that it arrived. */
  readonly lastTold: LastMessage | undefined;
  /** Whether the customer's number or address takes messages. */
  readonly isWanted: boolean;
  readonly sending: Sending;
  readonly now: Date;
}

/** The decision about open causes. */
export type MessageDecision =
  | { readonly do: 'nothing' }
  | {
      readonly do: 'suppress';
      readonly causes: readonly string[];
      readonly why: SuppressedReason;
      /** The kind of the message that was not sent; left out where the cause is no longer in the log. */
      readonly kind?: MessageKind;
    }
  /** `until` is null while sending is paused. */
  | { readonly do: 'wait'; readonly until: Date | null }
  | {
      readonly do: 'send';
      readonly causes: readonly string[];
      readonly kind: MessageKind;
      readonly words: MessageWords;
      readonly to: string;
      readonly text: string;
    };

const KIND_OF = {
  BookingConfirmed: 'confirmed',
  BookingRescheduled: 'rescheduled',
  BookingLengthChanged: 'changed',
  BookingServicesChanged: 'changed',
  BookingReinstated: 'reinstated',
} as const;

/**
 * Staff's answers to the customer's replies at the end of the causes, and texts that they are running late: nothing else was asked for,
 * or changed, after them.
 */
function lastAnswers({ movedAt }: Pick<BookingView, 'movedAt'>, causes: readonly Cause[]): readonly Cause[] {
  const before = causes.findLastIndex(
    ({ type, customText, position, isAlone }) =>
      type !== 'MessageRequested' || isAlone || customText === undefined || position < movedAt,
  );
  return causes.slice(before + 1);
}

/** The words of a message after these changes: those of staff if they made the last one, else what describes the present state. */
export function wordsOf(booking: BookingView, causes: readonly Cause[]): MessageWords {
  const answers = lastAnswers(booking, causes);
  if (answers.length > 0) return answers.every(({ isLate }) => isLate) ? 'late' : 'answer';
  const last = causes.at(-1);
  if (last?.isAlone) return 'late';
  const isCustom = last?.customText !== undefined && last.position === booking.movedAt;
  return isCustom ? 'custom' : usualWordsOf(booking, causes);
}

/** The text of a message. Answers are followed by the usual text if the customer is to be told of something else as well. */
export function textOf(
  words: MessageWords,
  booking: BookingToTell & Pick<BookingView, 'movedAt'>,
  causes: readonly Cause[],
  rules: Pick<MessageRules, 'textOf'>,
): string {
  const last = causes.at(-1);
  if (words === 'custom' || last?.isAlone) return last?.customText ?? '';
  if (isUsual(words)) return rules.textOf(words, booking);
  const answers = lastAnswers(booking, causes);
  const others = causes.slice(0, causes.length - answers.length);
  const usual = others.length === 0 ? [] : [rules.textOf(usualWordsOf(booking, others), booking)];
  const said = new Set(answers.map(({ customText }) => customText));
  return [...said, ...usual].join('\n');
}

const SHAPING: readonly Cause['type'][] = ['BookingLengthChanged', 'BookingServicesChanged'];

function usualWordsOf(
  { status, stylist }: Pick<BookingView, 'status' | 'stylist'>,
  causes: readonly Cause[],
): UsualWords {
  if (status === 'cancelled') return 'cancelled';
  const state = status === 'pending' ? 'booked' : 'confirmed';
  // The message about a new time, or a confirmation, is about services and length as well.
  const last = (causes.findLast(({ type }) => !SHAPING.includes(type)) ?? causes.at(-1))?.type;
  if (causes.some(({ type }) => type === 'BookingRequested')) return state;
  // Staff may have undone the confirmation.
  if (last === 'BookingConfirmed') return state;
  const moves = causes.filter(({ type }) => type === 'BookingRescheduled');
  const isHandedOver = last === 'BookingRescheduled' && moves.every(({ isHandOver }) => isHandOver);
  // The name may have been erased meanwhile.
  if (isHandedOver && stylist !== undefined) return 'handed-over';
  return last && last in KIND_OF ? KIND_OF[last as keyof typeof KIND_OF] : state;
}

/** An answer that could not leave within this time, such as during a pause, is not sent any more. */
const ANSWER_WITHIN_MS = 86_400_000;

/** The kind recorded for a message that isn't sent: what its last cause would have said at the time, though the booking may have changed since. */
function kindOfChange(booking: BookingView, causes: readonly Cause[]): MessageKind {
  const last = causes.at(-1);
  if (last?.isLate) return 'late';
  if (last?.customText !== undefined) return last.type === 'MessageRequested' ? 'answer' : 'custom';
  if (last === undefined || last.type === 'MessageRequested') return kindOfWords(wordsOf(booking, causes));
  switch (last.type) {
    case 'BookingRequested':
      return last.byCustomer ? 'booked' : 'confirmed';
    case 'BookingCancelled':
      return 'cancelled';
    default:
      return KIND_OF[last.type];
  }
}

const suppressed = (
  causes: readonly string[],
  why: SuppressedReason,
  kind: MessageKind,
): MessageDecision => ({
  do: 'suppress',
  causes,
  why,
  kind,
});

/** Why this customer may get no messages about this booking at all. An opt-out by text comes before the consent that was ticked. */
export function refusalOf(
  { booking, isWanted }: Pick<DecisionContext, 'booking' | 'isWanted'>,
  { isServed, noAddress }: Pick<MessageRules, 'isServed' | 'noAddress'>,
): SuppressedReason | undefined {
  if (booking.reachedAt === null) return noAddress ?? 'no-number';
  if (!isServed(booking.reachedAt)) return 'country-excluded';
  if (!isWanted) return 'opted-out';
  return booking.smsConsent ? undefined : 'no-consent';
}

/** Whether a booking has begun, so that messages about it are too late. */
export const hasBegun = ({ slot, status }: BookingView, now: Date, timeZone: string): boolean => {
  if (slot === null || status === 'completed') return true;
  const start = instantOf(slot.date, slot.start, timeZone);
  return start === null || start <= now;
};

/**
 * Those of the open causes about which it is too late to tell. What customers ask need not be about the booking, so an answer isn't
 * too late once that has begun.
 */
export const causesTooLate = (
  booking: BookingView,
  causes: readonly Cause[],
  now: Date,
  timeZone: string,
): readonly Cause[] =>
  hasBegun(booking, now, timeZone)
    ? causes.slice(0, causes.length - lastAnswers(booking, causes).length)
    : [];

const waitFor = (
  { sending, now }: DecisionContext,
  isAnswer: boolean,
  { quietHours, timeZone }: MessageRules,
): MessageDecision | undefined => {
  if (sending.paused) return { do: 'wait', until: null };
  const until = isAnswer ? null : quietUntil(now, quietHours, timeZone);
  return until === null ? undefined : { do: 'wait', until };
};

function decideReminder(
  context: DecisionContext,
  { reminder: cause, isCurrent }: Reminder,
  rules: MessageRules,
): MessageDecision {
  const { bookingId, booking, sending, now } = context;
  const suppress = (why: SuppressedReason) => suppressed([cause], why, 'reminder');
  const { slot, reachedAt } = booking;
  const isComing = booking.status === 'pending' || booking.status === 'confirmed';
  if (!isCurrent || !isComing || slot === null) return suppress('stale-reminder');
  const dueAt = reminderAt(slot.date, rules.reminderAt, rules.timeZone);
  if (dueAt <= sending.watermarkAt) return suppress('restored');
  const why = refusalOf(context, rules);
  if (why) return suppress(why);
  if (hasBegun(booking, now, rules.timeZone)) return suppress('too-late');
  // A look may come early. A reminder that was sent before its time would be sent again after a restore.
  const wait = now < dueAt ? ({ do: 'wait', until: dueAt } as const) : waitFor(context, false, rules);
  if (wait || reachedAt === null) return wait ?? { do: 'nothing' };
  const text = rules.textOf('reminder', { ...booking, id: bookingId, slot });
  return { do: 'send', causes: [cause], kind: 'reminder', words: 'reminder', to: reachedAt, text };
}

/**
 * Decides about the open causes of a booking, all at once: several changes become one text about the last state. Causes
 * that are refused for a reason of their own are refused first; the caller then reads and decides again about the rest.
 */
export function decideMessage(context: DecisionContext, rules: MessageRules): MessageDecision {
  const { bookingId, booking, causes, sending, now } = context;
  const gone = booking.status === 'gone' || booking.status === 'none' || booking.slot === null;
  if ('reminder' in causes) {
    if (gone) return suppressed([causes.reminder], 'gone', 'reminder');
    return decideReminder(context, causes, rules);
  }
  const last = causes.at(-1);
  if (!last) return { do: 'nothing' };
  const ids = (some: readonly Cause[]) => some.map(({ id }) => id);
  const suppress = (some: readonly Cause[], reason: SuppressedReason) =>
    suppressed(ids(some), reason, kindOfChange(booking, some));
  if (gone) return suppress(causes, 'gone');
  const before = causes.filter(({ position }) => position <= sending.watermark);
  if (before.length > 0) return suppress(before, 'restored');
  const silenced = causes.filter(({ position }) => position < (booking.silencedAt ?? ''));
  if (silenced.length > 0) return suppress(silenced, 'silent');
  const told = toTell(causes, context.untold);
  if (told.length === 0) return suppress(causes, 'silent');
  const why = refusalOf(context, rules);
  if (why) return suppress(causes, why);
  const late = causesTooLate(booking, causes, now, rules.timeZone);
  if (late.length > 0) return suppress(late, 'too-late');
  const isPast = booking.status === 'cancelled' || last.position < booking.movedAt;
  if (last.isAlone && isPast) return suppress(causes, 'stale-reminder');
  const stale = lastAnswers(booking, causes).filter(
    ({ at }) => now.getTime() - at.getTime() > ANSWER_WITHIN_MS,
  );
  if (stale.length > 0) return suppress(stale, 'answer-too-late');
  const words = wordsOf(booking, told);
  const { watermark } = sending;
  const { windowMs } = rules;
  const { lastMessage, lastTold } = context;
  const changed = { booking, causes: told, watermark, windowMs };
  if (isUsual(words) && isTakenBack(changed, { lastMessage, lastTold }))
    return suppress(causes, 'taken-back');
  const wait = waitFor(
    context,
    causes.some(({ byCustomer }) => byCustomer),
    rules,
  );
  if (wait || booking.reachedAt === null || booking.slot === null) return wait ?? { do: 'nothing' };
  const text = textOf(words, { ...booking, id: bookingId, slot: booking.slot }, told, rules);
  return { do: 'send', causes: ids(causes), kind: kindOfWords(words), words, to: booking.reachedAt, text };
}
