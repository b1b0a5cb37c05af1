import type { Minutes, SalonDate } from './salon-time.ts';

/** How the salon's time looks from now on. */
export interface Outlook {
  readonly today: SalonDate;
  /** The first time that is free for the shortest service; null when none is, or nothing is offered. */
  readonly nextFree: { readonly date: SalonDate; readonly start: Minutes; readonly duration: Minutes } | null;
  /** This week, Sunday to Saturday, and its opening hours without blocked dates. */
  readonly week: { readonly from: SalonDate; readonly to: SalonDate; readonly openMinutes: Minutes };
}
