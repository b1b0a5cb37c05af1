import type { BookingStatus } from './bookings.ts';

/**
 * Not part of the HTTP interface: what admission asks and the bookings' read model answers. It is here because neither of the
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

/** A recent public booking, whoever made it. */
export interface RecentBooking extends Pick<BookingRecord, 'id' | 'status' | 'minutes'> {
  /** As in a `BookingRecord`; all are null while the read model hasn't seen it. */
  readonly source: string | null;
  readonly network: string | null;
  readonly email: string | null;
  readonly phoneE164: string | null;
  readonly madeAt: Date;
}

/** Of a booking that the read model hasn't seen. */
export const UNKNOWN_SENDER = { source: null, network: null, email: null, phoneE164: null } as const;

/** What all visitors book in an hour and don't cancel, on average of the last weeks. */
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
