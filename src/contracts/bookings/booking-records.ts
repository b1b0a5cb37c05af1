import type { BookingStatus } from './bookings.ts';

/**
 * Admission reads these from the bookings' read model. This isn't part of the HTTP interface. It is here because admission and the
 * read model must not import each other, but both may import contracts.
 */

/** A recent public booking of any sender. */
export interface RecentBooking {
  readonly id: string;
  readonly status: BookingStatus;
  /** Length in the calendar, in minutes. */
  readonly minutes: number;
  /** Keyed hash of the network address it came from. */
  readonly source: string;
}

/** A booking, as far as admission needs to know it. */
export interface BookingRecord extends Omit<RecentBooking, 'source'> {
  /** Null for bookings made by staff. */
  readonly source: string | null;
  /** Whether the booking is today or later. */
  readonly isUpcoming: boolean;
  readonly madeAt: Date;
  /** In small letters. Null once the person was erased, like the number. */
  readonly email: string | null;
  readonly phoneE164: string | null;
}

/** The bookings' read model as admission asks it. It is a little behind the log. */
export interface BookingRecords {
  /** Upcoming bookings with one of these contacts or from one of these sources, and those with these ids. */
  of(wanted: {
    readonly contacts?: { readonly email: string | null; readonly phoneE164: string };
    readonly sources: readonly string[];
    readonly ids: readonly string[];
  }): Promise<readonly BookingRecord[]>;
  /** Public bookings of the last hour. */
  lastHour(): Promise<readonly RecentBooking[]>;
}
