import type { Position } from '../../eventsourcing/event-store.ts';
import { instantOf, type Minutes } from '../../salon/salon-time.ts';
import type { BookingView, Cause } from './booking-view.ts';
import type { MessageKind, SuppressedReason } from './events.ts';
import { isTakenBack, type LastTold } from './taken-back.ts';
import { type QuietHours, quietUntil, reminderAt } from './times.ts';

/** What the salon has set about messages. */
export interface MessageRules {
  readonly timeZone: string;
  readonly quietHours: QuietHours;
  /** Time of day, on the day before, at which customers are reminded. */
  readonly reminderAt: Minutes;
  /** How long a message waits for further changes. */
  readonly windowMs: number;
  /** Whether the salon texts a number at all, by its country. */
  isServed(number: string): boolean;
  /** The usual text of a kind about a booking. */
  textOf(kind: Exclude<MessageKind, 'custom'>, booking: ToldBooking): string;
  /** Why nothing is said where there is nobody to say it to; `no-number` when left out. */
  readonly noAddress?: SuppressedReason;
}

/** A booking as its usual text tells of it. */
interface ToldBooking extends Pick<BookingView, 'services' | 'status'> {
  readonly id: string;
  readonly slot: Slot;
}

type Slot = NonNullable<BookingView['slot']>;

/** Whether texts leave at all, and from where on. */
export interface Sending {
  readonly paused: boolean;
  /** What was caused up to here may have been sent in a time that the log has lost. */
  readonly line: Position;
  /** When the line was drawn: reminders due by then may have been sent too. */
  readonly lineAt: Date;
}

/** Everything that a decision rests on, as it was read. */
export interface Facts {
  readonly bookingId: string;
  readonly booking: BookingView;
  /** Causes that nothing has closed, in the order of the log; or the one reminder. */
  readonly causes: readonly Cause[] | { readonly reminder: string };
  /** Undefined where nobody can say what they know. */
  readonly told: LastTold | undefined;
  /** Whether messages are wanted where it reaches the customer. */
  readonly isWanted: boolean;
  readonly sending: Sending;
  readonly now: Date;
}

/** What to do about open causes. */
export type Decision =
  | { readonly do: 'nothing' }
  | {
      readonly do: 'suppress';
      readonly causes: readonly string[];
      readonly why: SuppressedReason;
      /** What it would have said; left out where nobody knows any more. */
      readonly kind?: MessageKind;
    }
  /** `until` is null while sending is paused. */
  | { readonly do: 'wait'; readonly until: Date | null }
  | {
      readonly do: 'send';
      readonly causes: readonly string[];
      readonly kind: MessageKind;
      readonly to: string;
      readonly text: string;
    };

const KIND_OF = {
  BookingConfirmed: 'confirmed',
  BookingRescheduled: 'rescheduled',
  BookingReinstated: 'reinstated',
} as const;

/** What is told after these changes: the words of staff if theirs is the last one, else the booking's present state. */
export function kindOf(booking: BookingView, causes: readonly Cause[]): MessageKind {
  const last = causes.at(-1);
  const isOwn = last?.words !== undefined && last.position === booking.movedAt;
  return isOwn ? 'custom' : usualKindOf(booking, causes);
}

function usualKindOf({ status }: BookingView, causes: readonly Cause[]): Exclude<MessageKind, 'custom'> {
  if (status === 'cancelled') return 'cancelled';
  const state = status === 'pending' ? 'booked' : 'confirmed';
  const last = causes.at(-1)?.type;
  if (causes.some(({ type }) => type === 'BookingRequested')) return state;
  return last && last in KIND_OF ? KIND_OF[last as keyof typeof KIND_OF] : state;
}

/** What the last of some changes would have been told as, for a message that nobody gets: the booking may have moved on since. */
function kindOfChange(booking: BookingView, causes: readonly Cause[]): MessageKind {
  const last = causes.at(-1);
  if (last === undefined || last.type === 'MessageRequested') return kindOf(booking, causes);
  if (last.words !== undefined) return 'custom';
  switch (last.type) {
    case 'BookingRequested':
      return last.byCustomer ? 'booked' : 'confirmed';
    case 'BookingCancelled':
      return 'cancelled';
    default:
      return KIND_OF[last.type];
  }
}

const suppressed = (causes: readonly string[], why: SuppressedReason, kind: MessageKind): Decision => ({
  do: 'suppress',
  causes,
  why,
  kind,
});

/** Why nothing may be said about this booking to this number, whatever the causes. What its owner has texted comes before what was ticked for them. */
export function refusalOf(
  { booking, isWanted }: Pick<Facts, 'booking' | 'isWanted'>,
  { isServed, noAddress }: Pick<MessageRules, 'isServed' | 'noAddress'>,
): SuppressedReason | undefined {
  if (booking.number === null) return noAddress ?? 'no-number';
  if (!isServed(booking.number)) return 'country-excluded';
  if (!isWanted) return 'opted-out';
  return booking.smsConsent ? undefined : 'no-consent';
}

/** Whether it is too late to say anything about an appointment. */
export const hasBegun = ({ slot, status }: BookingView, now: Date, timeZone: string): boolean => {
  if (slot === null || status === 'completed') return true;
  const start = instantOf(slot.date, slot.start, timeZone);
  return start === null || start <= now;
};

const waitFor = (
  { sending, now }: Facts,
  isAnswer: boolean,
  { quietHours, timeZone }: MessageRules,
): Decision | undefined => {
  if (sending.paused) return { do: 'wait', until: null };
  const until = isAnswer ? null : quietUntil(now, quietHours, timeZone);
  return until === null ? undefined : { do: 'wait', until };
};

function decideReminder(facts: Facts, cause: string, isCurrent: boolean, rules: MessageRules): Decision {
  const { bookingId, booking, sending, now } = facts;
  const suppress = (why: SuppressedReason) => suppressed([cause], why, 'reminder');
  const { slot, number } = booking;
  const isComing = booking.status === 'pending' || booking.status === 'confirmed';
  if (!isCurrent || !isComing || slot === null) return suppress('stale-reminder');
  const dueAt = reminderAt(slot.date, rules.reminderAt, rules.timeZone);
  if (dueAt <= sending.lineAt) return suppress('restored');
  const why = refusalOf(facts, rules);
  if (why) return suppress(why);
  if (hasBegun(booking, now, rules.timeZone)) return suppress('too-late');
  // A look may come early; one that was sent before its time would be sent again after a restore.
  const wait = now < dueAt ? ({ do: 'wait', until: dueAt } as const) : waitFor(facts, false, rules);
  if (wait || number === null) return wait ?? { do: 'nothing' };
  const text = rules.textOf('reminder', { ...booking, id: bookingId, slot });
  return { do: 'send', causes: [cause], kind: 'reminder', to: number, text };
}

/**
 * Decides about the open causes of a booking, all at once: several changes become one text about the last state. Causes
 * that are refused for a reason of their own are refused first; the caller then reads and decides again about the rest.
 *
 * @param isCurrent for a reminder: whether it is that of the booking's present slot
 */
export function decideMessage(facts: Facts, rules: MessageRules, isCurrent = true): Decision {
  const { bookingId, booking, causes, sending, now } = facts;
  const gone = booking.status === 'gone' || booking.status === 'none' || booking.slot === null;
  if ('reminder' in causes) {
    if (gone) return suppressed([causes.reminder], 'gone', 'reminder');
    return decideReminder(facts, causes.reminder, isCurrent, rules);
  }
  const last = causes.at(-1);
  if (!last) return { do: 'nothing' };
  const ids = (some: readonly Cause[]) => some.map(({ id }) => id);
  const suppress = (some: readonly Cause[], reason: SuppressedReason) =>
    suppressed(ids(some), reason, kindOfChange(booking, some));
  if (gone) return suppress(causes, 'gone');
  const before = causes.filter(({ position }) => position <= sending.line);
  if (before.length > 0) return suppress(before, 'restored');
  const silenced = causes.filter(({ position }) => position < (booking.silencedAt ?? ''));
  if (silenced.length > 0) return suppress(silenced, 'silent');
  const why = refusalOf(facts, rules) ?? (hasBegun(booking, now, rules.timeZone) ? 'too-late' : undefined);
  if (why) return suppress(causes, why);
  const kind = kindOf(booking, causes);
  const { told } = facts;
  const { windowMs } = rules;
  if (kind !== 'custom' && isTakenBack({ booking, told, causes, line: sending.line, windowMs }))
    return suppress(causes, 'taken-back');
  const wait = waitFor(
    facts,
    causes.some(({ byCustomer }) => byCustomer),
    rules,
  );
  if (wait || booking.number === null || booking.slot === null) return wait ?? { do: 'nothing' };
  const text =
    kind === 'custom'
      ? (last.words ?? '')
      : rules.textOf(kind, { ...booking, id: bookingId, slot: booking.slot });
  return { do: 'send', causes: ids(causes), kind, to: booking.number, text };
}
