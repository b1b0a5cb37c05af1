import { formatDuration, formatTime, type Minutes } from '../../../../src/salon/time-text.ts';

/** How much longer or shorter: `30min longer`; empty if the end stays. */
export function differenceText(end: Minutes, before: Minutes): string {
  if (end === before) return '';
  return `${formatDuration(Math.abs(end - before))} ${end > before ? 'longer' : 'shorter'}`;
}

/** `Ends 12:30 PM, 30min longer`. */
export const endText = (end: Minutes, before: Minutes): string =>
  [`Ends ${formatTime(end)}`, differenceText(end, before)].filter(Boolean).join(', ');

/** Says how the services change a length that was set by hand; empty if it stays, or was that of the services. */
export function setByHandText(end: Minutes, before: Minutes, ofServices: Minutes): string {
  if (end === before || before === ofServices) return '';
  return `Its length was set by hand. With these services it becomes ${differenceText(end, before)}: ends ${formatTime(end)}.`;
}

/** Why nobody is told of a change of an appointment that has begun. */
export const BEGUN = 'It has begun, so nobody is told.';
