import { dayAs } from '../../../../src/salon/date-text.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import { formatTime, type Minutes } from '../../../../src/salon/time-text.ts';
import { dayText } from '../../ui/instant-text.ts';
import type { Refusal, Verdict } from './verdict.ts';

/** `Thu, Dec 3 · 2:30 PM`. */
export const startText = (date: SalonDate, start: Minutes, today: SalonDate): string =>
  `${dayText(date, today)} · ${formatTime(start)}`;

/** The reason of a block, typed or stored. Without one it is `Blocked`: the server wants a reason, and an erased one is null. */
export const reasonText = (reason: string | null): string => reason?.trim() || 'Blocked';

/** `Thursday`. */
export const weekdayOf = (date: SalonDate): string => dayAs(date, 'EEEE');

/** The note next to a time while an appointment is dragged over it. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  free: 'Free',
  'outside-hours': 'Outside opening hours',
  taken: 'Taken',
  'time-blocked': 'Blocked',
  blocked: 'Blocked date',
  past: 'In the past',
  'not-yours': 'Not yours',
  former: 'Takes no appointments any more',
};

/** The toast's title when an appointment can't be where it was dropped. */
export const NOT_CHANGED = 'Nothing was changed';

/** Why an appointment can't be placed there. */
export const REFUSALS: Readonly<Record<Refusal, string>> = {
  taken: 'That time overlaps another appointment.',
  'time-blocked': 'That time is blocked.',
  blocked: 'The salon is closed on that date.',
  past: 'That time is already past.',
  'not-yours': 'You can block only your own time.',
  former: 'This stylist takes no appointments any more.',
};
