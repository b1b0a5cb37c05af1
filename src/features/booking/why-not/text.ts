import type { Since } from '../../../contracts/bookings/why-not.ts';
import { staffWords } from '../../../contracts/history/actor.ts';
import type { HistoryActor } from '../../../contracts/history/history.ts';
import { PROBLEMS } from '../../../contracts/problem.ts';
import { formatDate, weekdayName } from '../../../salon/date-text.ts';
import { instantAs } from '../../../salon/instant-text.ts';
import {
  dayOfWeek,
  formatDuration,
  formatTime,
  lastBookableDate,
  salonDate,
} from '../../../salon/salon-time.ts';
import { type Interval, liesWithin } from '../../../salon/slots.ts';
import { STAFF_STARTS } from '../../../salon/starts.ts';
import type { DayClock } from '../agenda/checks.ts';
import type { ExplainedReason, Explanation, Judged } from './why-not.ts';

/** The details that the text of a reason tells besides the reason itself. */
interface Details
  extends Pick<Explanation, 'clock' | 'rules' | 'minutes' | 'mostMinutes'>,
    Pick<Judged, 'slot' | 'windows' | 'areOwn' | 'undone'> {
  readonly since: Since | null;
  /** The customer of the booking that is there. Null if they were erased; undefined if it isn't known yet. */
  readonly customerName?: string | null | undefined;
  /** Why staff have blocked the date or the time. Null if that was erased, or isn't known yet. */
  readonly blockReason?: string | null | undefined;
  /** The stylist's name, where the salon is a team. */
  readonly stylistName?: string | undefined;
}

const range = ({ start, end }: Interval): string => `${formatTime(start)} to ${formatTime(end)}`;

/** `by the customer`, `by Ada Lovelace`. */
function byWords(actor: HistoryActor): string {
  switch (actor.kind) {
    case 'customer':
      return 'by the customer';
    case 'admin':
      return `by ${staffWords(actor.name ?? 'a former administrator', actor.api_key)}`;
    case 'system':
      return 'automatically';
  }
}

/** `Nov 20, 2026 at 3:10 PM by the customer`. */
function whenAndWho({ at, actor }: Since, { timeZone }: DayClock): string {
  return `${instantAs(at, timeZone, "MMM dd, yyyy 'at' h:mm a")} ${byWords(actor)}`;
}

/** How a booking came to be at its time. */
const CLAIM_WORDS: Readonly<Record<string, string>> = {
  BookingRescheduled: 'moved there',
  BookingLengthChanged: 'changed in length',
  BookingReinstated: 'reinstated',
};

function takenText({ claim, obstacle }: ExplainedReason, told: Details): string {
  if (claim === 'being-made') return 'Taken by an appointment that is being made at this moment.';
  const { customerName, since, clock } = told;
  const who =
    customerName === null ? 'an erased customer' : (customerName ?? 'a customer whose name isn’t known yet');
  if (claim === 'given-up') return `Just given up by ${who}. It is free again in a moment.`;
  const when = obstacle?.kind === 'taken' ? `, ${range(obstacle)}` : '';
  const how = since && `, ${CLAIM_WORDS[since.type] ?? 'booked'} on ${whenAndWho(since, clock)}`;
  return `Taken by ${who}${when}${how ?? ''}.`;
}

function heldText({ obstacle }: ExplainedReason, { clock }: Details): string {
  if (obstacle?.kind !== 'held') return 'Held by a visitor.';
  const until = instantAs(obstacle.expiresAt, clock.timeZone, 'h:mm a');
  return `Held until ${until} by a visitor who is booking ${range(obstacle)}.`;
}

/** The end of the sentence that something is blocked: why, by whom and since when, as far as that is known. */
const whyAndSince = ({ blockReason, since, clock }: Details): string =>
  `${blockReason ? `: “${blockReason}”` : ''}${since ? `, since ${whenAndWho(since, clock)}` : ''}.`;

function timeBlockedText({ obstacle }: ExplainedReason, told: Details): string {
  const when = obstacle?.kind === 'time-blocked' ? ` from ${range(obstacle)}` : '';
  return `Blocked${when}${whyAndSince(told)}`;
}

const hoursChanged = ({ since, clock }: Details): string =>
  since ? ` The hours were changed on ${whenAndWho(since, clock)}.` : '';

function endsAfterClosingText({ isTheirs }: ExplainedReason, told: Details): string {
  const { slot, windows } = told;
  const open = windows.find(({ start, end }) => start <= slot.start && slot.start < end);
  const closes = open ? `, after closing at ${formatTime(open.end)}` : '';
  if (isTheirs)
    return `It would end at ${formatTime(slot.end)}, after ${possessive(told)} hours${open ? ` end at ${formatTime(open.end)}` : ''}.`;
  return `It doesn’t fit before closing: it would end at ${formatTime(slot.end)}${closes}.`;
}

function offGridText({ slot, windows, rules }: Details): string {
  const open = windows.find((window) => liesWithin(slot, [window]));
  const from = open ? ` from ${formatTime(open.start)}` : '';
  const last = rules.last_start_offered ? ', or end exactly at closing' : '';
  return `Visitors can only start every ${rules.start_every_minutes} minutes${from}${last}.`;
}

const whoOf = ({ stylistName = 'The stylist' }: Details): string => stylistName;
const possessive = ({ stylistName }: Details): string => (stylistName ? `${stylistName}’s` : 'the stylist’s');

/** `Ann: taken by …`; the sentence as it is where nobody is named. */
export const withName = (name: string | undefined, sentence: string): string =>
  name === undefined ? sentence : `${name}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

/** `on this date`, `on Tuesdays`. */
const dayWords = ({ areOwn, clock }: Details): string =>
  areOwn ? 'on this date' : `on ${weekdayName(dayOfWeek(clock.date))}s`;

/** A reason in the words of people. */
export function reasonText(reason: ExplainedReason, told: Details): string {
  const { isTheirs } = reason;
  const { slot, windows, clock, mostMinutes, minutes, undone } = told;
  const name = isTheirs ? told.stylistName : undefined;
  switch (reason.code) {
    case 'taken':
      return withName(name, takenText(reason, told));
    case 'held':
      return withName(name, heldText(reason, told));
    case 'blocked':
      return `The date is blocked${whyAndSince(told)}`;
    case 'time-blocked':
      return withName(name, timeBlockedText(reason, told));
    case 'closed':
      return `The salon is closed ${dayWords(told)}.${hoursChanged(told)}`;
    case 'stylist-off':
      return `${whoOf(told)} doesn’t work ${dayWords(told)}.${hoursChanged(told)}`;
    case 'stylist-inactive':
      return `${whoOf(told)} takes no appointments any more.`;
    case 'service-not-done':
      return `${whoOf(told)} doesn’t do ${undone.join(' and ')}.`;
    case 'not-online':
      return `Visitors can’t book ${whoOf(told)} online.`;
    case 'outside-hours': {
      const hours = isTheirs ? `${possessive(told)} hours` : 'opening hours';
      return `Outside ${hours}, ${windows.map(range).join(' and ')}.${hoursChanged(told)}`;
    }
    case 'ends-after-closing':
      return endsAfterClosingText(reason, told) + hoursChanged(told);
    case 'off-grid':
      return offGridText(told) + hoursChanged(told);
    case 'past':
      return reason.staffMay ? 'That time already began.' : 'That time is already past.';
    case 'too-far-ahead': {
      const last = lastBookableDate(salonDate(clock.now, clock.timeZone));
      return `Too far ahead: today, appointments can be made until ${formatDate(last)}.`;
    }
    case 'too-short-notice':
      return `Too short notice: customers book at least ${formatDuration(told.rules.notice_minutes)} ahead.`;
    case 'past-midnight':
      return `It would last beyond midnight, until ${formatTime(slot.end)}.`;
    case 'outside-staff-times': {
      const { first, last } = STAFF_STARTS;
      return `A new appointment starts every 30 minutes from ${range({ start: first, end: last })}, or from an opening time.`;
    }
    case 'booking-too-long': {
      const [most, all] = [mostMinutes, minutes].map(formatDuration);
      return `Visitors can book at most ${most} at once, and these services take ${all}.`;
    }
    case 'same-time':
    case 'already-cancelled':
    case 'already-completed':
    case 'time-skipped':
    case 'off-five-minutes':
      return PROBLEMS[reason.code].detail;
  }
}
