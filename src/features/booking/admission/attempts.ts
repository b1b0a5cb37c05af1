import type { Actor } from '../../../contracts/history/actor.ts';
import type { CodeWay } from '../../../contracts/problem.ts';
import type { Minutes, SalonDate } from '../../../salon/salon-time.ts';

/** What is known of the person or program that asks for time, before any contact is confirmed. */
export interface Visitor {
  readonly kind: Actor['kind'];
  /** IPv4 address, or IPv6 network of 56 bits. */
  readonly address: string;
  /** IPv6 network of 48 bits; undefined for IPv4. */
  readonly network?: string | undefined;
}

/** What a sender is counted by: the address, and the network if there is one. */
export const sizesOf = ({ address, network }: Omit<Visitor, 'kind'>): readonly string[] =>
  network === undefined ? [address] : [address, network];

export interface ContactPerson {
  readonly name: string;
  readonly email: string | null;
  readonly phoneE164: string;
}

/** A booking that is about to be made. If its command is decided again, it is still the same attempt. */
export interface BookingAttempt {
  readonly bookingId: string;
  readonly sender: Visitor;
  readonly contacts: ContactPerson;
  /** Length in the calendar, in minutes. */
  readonly minutes: Minutes;
  /** Whether an earlier try of the same attempt was admitted and has taken the time. */
  readonly isRepeated: boolean;
  /** The answer to an earlier `proof-required`. */
  readonly proof?: string | undefined;
  /** How to send the code that an earlier `code-required` asked for. */
  readonly codeBy?: CodeWay | undefined;
  /** The code that the visitor has received. */
  readonly code?: string | undefined;
}

/** A hold that is about to be made. */
export interface HoldAttempt {
  readonly holdId: string;
  readonly sender: Visitor;
  readonly date: SalonDate;
  /** The sender's earlier hold, which this one replaces. */
  readonly replaces?: string | undefined;
  readonly minutes: Minutes;
}

/** An attempt that was admitted. */
export interface Admitted {
  /** Contacts that the booking's own code has proven, if a code was asked for. */
  readonly provenContacts?: readonly CodeWay[];
  /** Takes the attempt out of every count again. Call it when a rule refuses the attempt afterwards. */
  refund(): Promise<void>;
}
