import { instantOf, type Minutes, type SalonDate } from './salon-time.ts';

/** First and last start a customer may move an appointment to: 9:00 AM to 5:00 PM (spec section 5). */
export const CUSTOMER_RESCHEDULE_STARTS: { first: Minutes; last: Minutes } = { first: 540, last: 1020 };

/** True while a customer may still change an appointment: at least the cut-off before its start. */
export function isBeforeCutoff(
  { date, start }: { readonly date: SalonDate; readonly start: Minutes },
  rule: { readonly cutoffHours: number; readonly timeZone: string; readonly now: Date },
): boolean {
  const startsAt = instantOf(date, start, rule.timeZone);
  return startsAt !== null && startsAt.getTime() - rule.now.getTime() >= rule.cutoffHours * 3_600_000;
}
