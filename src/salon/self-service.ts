import { addSalonDays, instantOf, type Minutes, type SalonDate, salonDate } from './salon-time.ts';

/** First and last start to which a customer may move a booking: 9:00 AM to 5:00 PM. */
export const CUSTOMER_RESCHEDULE_STARTS: { first: Minutes; last: Minutes } = { first: 540, last: 1020 };

/** True while a customer may still change a booking, which is until some hours before its start. */
export function isBeforeCutoff(
  { date, start }: { readonly date: SalonDate; readonly start: Minutes },
  rule: { readonly cutoffHours: number; readonly timeZone: string; readonly now: Date },
): boolean {
  const startsAt = instantOf(date, start, rule.timeZone);
  return startsAt !== null && startsAt.getTime() - rule.now.getTime() >= rule.cutoffHours * 3_600_000;
}

/** True once the private link of a booking on this date has ended: when `linkDays` days after the date are over. */
export const hasLinkEnded = (
  date: SalonDate,
  rule: { readonly linkDays: number; readonly timeZone: string; readonly now: Date },
): boolean => salonDate(rule.now, rule.timeZone) > addSalonDays(date, rule.linkDays);
