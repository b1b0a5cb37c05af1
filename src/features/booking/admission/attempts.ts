import type { Actor } from '../../../contracts/history/actor.ts';
import type { CodeWay } from '../../../contracts/problem.ts';
import type { Minutes, SalonDate } from '../../../salon/salon-time.ts';

/** Who asks for time, as far as it is known before any contact is confirmed. */
export interface Visitor {
  readonly kind: Actor['kind'];
  /** IPv4 address, or IPv6 network of 56 bits. */
  readonly address: string;
  /** IPv6 network of 48 bits; undefined for IPv4. */
  readonly network?: string | undefined;
}

/** What a sender is counted by: the address, and the network where there is one. */
export const sizesOf = ({ address, network }: Visitor): readonly string[] =>
  network === undefined ? [address] : [address, network];

export interface ContactPerson {
  readonly name: string;
  readonly email: string | null;
  readonly phoneE164: string;
}

/** A booking about to be made; the same one however often its command is decided again. */
export interface BookingAttempt {
  readonly bookingId: string;
  readonly sender: Visitor;
  readonly contacts: ContactPerson;
  /** Length in the calendar, in minutes. */
  readonly minutes: Minutes;
  /** Whether an earlier try of it was let in, and got as far as to take its time. */
  readonly isRepeated: boolean;
  /** The answer to an earlier `proof-required`. */
  readonly proof?: string | undefined;
  /** How to send the code that an earlier `code-required` was about. */
  readonly codeBy?: CodeWay | undefined;
  /** The code that has arrived. */
  readonly code?: string | undefined;
}

/** A hold about to be made. */
export interface HoldAttempt {
  readonly holdId: string;
  readonly sender: Visitor;
  readonly date: SalonDate;
  /** The sender's earlier hold, which this one takes the place of. */
  readonly replaces?: string | undefined;
  readonly minutes: Minutes;
}

/** An attempt that was let in. */
export interface Admitted {
  /** Contacts that the booking's own code has proven, where one was asked for. */
  readonly provenContacts?: readonly CodeWay[];
  /** Takes the attempt out of every count again: a rule has refused it. */
  refund(): Promise<void>;
}
