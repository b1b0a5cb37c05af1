import { MONTHS } from '../../../../src/salon/date-text.ts';

/** `December 3`, or a text for an unknown one. */
export function birthdayText({
  birthday_month: month,
  birthday_day: day,
}: {
  readonly birthday_month: number | null;
  readonly birthday_day: number | null;
}): string {
  const name = month === null ? undefined : MONTHS[month - 1];
  return name && day !== null ? `${name} ${day}` : 'Not set';
}
