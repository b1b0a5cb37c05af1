import type { BookingStatus } from './bookings.ts';

/**
 * Nothing of the HTTP interface: what admission asks and the bookings' read model answers. It is here because neither of the
 * two may import the other, and both may import contracts.
 */

/** An appointment as admission looks at it. */
export interface BookingRecord {
  readonly id: string;
  readonly status: BookingStatus;
  /** Length in the calendar, in minutes. */
  readonly minutes: number;
  /** From today on. */
  readonly isUpcoming: boolean;
  /** Keyed hashes of where it came from; null for staff's and for those of earlier versions. */
  readonly source: { readonly address: string; readonly network?: string } | null;
  /** Of the person, null once erased; as typed, but for the e-mail's letters, which are small. */
  readonly name: string | null;
  readonly email: string | null;
  readonly phoneE164: string | null;
}

/** Public bookings of all visitors in the last hour, beside how many there usually are. */
export interface SiteActivity {
  readonly bookingsLastHour: number;
  /** In an hour, on average of the last weeks. */
  readonly usualPerHour: number;
  /** Taken in the last hour and not confirmed. */
  readonly unconfirmedMinutes: number;
  /** Taken in an hour, on average of the last weeks. */
  readonly usualMinutesPerHour: number;
}

export const QUIET_SITE: SiteActivity = {
  bookingsLastHour: 0,
  usualPerHour: 0,
  unconfirmedMinutes: 0,
  usualMinutesPerHour: 0,
};

/** What the bookings' read model tells admission. It is a little behind the log. */
export interface BookingRecords {
  /** Upcoming bookings with one of these contacts or from one of these sources, and those with these ids. */
  of(wanted: {
    readonly contacts?: { readonly email: string | null; readonly phoneE164: string };
    readonly sources: readonly { readonly address: string; readonly network?: string }[];
    readonly ids?: readonly string[];
  }): Promise<readonly BookingRecord[]>;
  /** Bookings made within so many seconds are in none of the numbers. */
  site(): Promise<SiteActivity & { readonly uncountedSeconds: number }>;
}
