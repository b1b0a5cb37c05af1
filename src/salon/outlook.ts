import type { Minutes, SalonDate } from './salon-time.ts';

export interface Outlook {
  readonly today: SalonDate;
  /** The first time at which a stylist is free for their shortest service; null when nobody is, or no service is offered. */
  readonly nextFree: { readonly date: SalonDate; readonly start: Minutes; readonly duration: Minutes } | null;
  /** This week, Sunday to Saturday, and the minutes of its opening hours without blocked dates. */
  readonly week: { readonly from: SalonDate; readonly to: SalonDate; readonly openMinutes: Minutes };
}
