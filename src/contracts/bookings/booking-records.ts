import type { BookingStatus } from './bookings.ts';

/**
 * What admission asks of the bookings' read model. This isn't part of the HTTP interface. It is here because admission and the
 * read model must not import each other, but both may import contracts.
 */

/** What admission needs to know of an appointment. */
export interface BookingRecord {
  readonly id: string;
  readonly status: BookingStatus;
  /** Length in the calendar, in minutes. */
  readonly minutes: number;
  /** Whether the appointment is today or later. */
  readonly isUpcoming: boolean;
  /** Keyed hashes of the network address it came from. Null for bookings made by staff or by an earlier version of the program. */
  readonly source: { readonly address: string; readonly network?: string } | null;
  /** The person's name as it was typed; null once the person was erased. The same is true of the e-mail, but in small letters. */
  readonly name: string | null;
  readonly email: string | null;
  readonly phoneE164: string | null;
}

/** A recent public booking, whoever made it. */
export interface RecentBooking extends Pick<BookingRecord, 'id' | 'status' | 'minutes'> {
  /** As in a `BookingRecord`. All of these fields are null until the read model has seen the booking. */
  readonly source: string | null;
  readonly network: string | null;
  readonly email: string | null;
  readonly phoneE164: string | null;
  readonly madeAt: Date;
}

/** The sender of a booking that the read model hasn't seen yet. */
export const UNKNOWN_SENDER = { source: null, network: null, email: null, phoneE164: null } as const;

/** What all visitors together book in an hour and don't cancel, on average over the last weeks. */
export interface UsualHour {
  readonly bookings: number;
  readonly minutes: number;
}

/** What the bookings' read model tells admission. It is a little behind the log. */
export interface BookingRecords {
  /** Upcoming bookings with one of these contacts or from one of these sources, and those with these ids. */
  of(wanted: {
    readonly contacts?: { readonly email: string | null; readonly phoneE164: string };
    readonly sources: readonly { readonly address: string; readonly network?: string }[];
    readonly ids?: readonly string[];
  }): Promise<readonly BookingRecord[]>;
  /** Public bookings of the last hour, the oldest first. */
  lastHour(): Promise<readonly RecentBooking[]>;
  usualHour(): Promise<UsualHour>;
}
