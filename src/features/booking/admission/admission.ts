import type { UsageLimit } from '../../../adapters/postgres/usage-limit.ts';
import type { Actor } from '../../../contracts/actor.ts';
import type { UpcomingBookings } from '../../../contracts/upcoming-bookings.ts';
import { refuse } from '../../../http/refusal.ts';
import type { Minutes } from '../../../salon/salon-time.ts';
import type { LimitSubject } from './limit-subject.ts';
import { isSuspicious } from './suspicion.ts';

/** Who asks for time, as far as it is known before any contact is confirmed. */
export interface Sender {
  readonly kind: Actor['kind'];
  /** Network address; an IPv6 network counts as one. */
  readonly address: string;
}

/** A booking about to be made; the same one however often its command is decided again. */
export interface BookingAttempt {
  readonly commandId: string;
  readonly sender: Sender;
  readonly contacts: {
    readonly name: string;
    readonly email: string | null;
    /** As typed. */
    readonly phone: string;
    readonly phoneE164: string | null;
  };
  /** Of the calendar. */
  readonly minutes: Minutes;
}

/** A hold about to be made. */
export interface HoldAttempt {
  readonly holdId: string;
  readonly sender: Sender;
  /** The sender's earlier hold, which this one takes the place of. */
  readonly replaces?: string | undefined;
  readonly minutes: Minutes;
}

export type Admitted = {
  readonly kind: 'admitted';
  /** Takes the attempt out of every count again: a rule has refused it. */
  refund(): Promise<void>;
};
export type NotAdmitted = {
  readonly kind: 'refused';
  readonly code: 'suspicious-booking' | 'rate-limit-exceeded' | 'too-many-requests';
  /** Left out where trying again is of no use. */
  readonly retryAfterSeconds?: number;
};

/**
 * Who may take time from the calendar. Commands ask it once they are known to be new and otherwise in order, and before
 * they take anything, so that a retry is never refused and a refusal costs nothing. Staff and processes always may.
 */
export interface Admission {
  /** Asked again for the same attempt, it counts nothing twice. */
  admitBooking(attempt: BookingAttempt): Promise<Admitted | NotAdmitted>;
  admitHold(attempt: HoldAttempt): Promise<Admitted | NotAdmitted>;
  /** Takes a hold that is over out of its sender's count. */
  refundHold(hold: { readonly holdId: string; readonly sender: Sender }): Promise<void>;
}

/** What a command throws when it isn't admitted. */
export const refusal = ({ code, retryAfterSeconds }: NotAdmitted): Error => refuse(code, retryAfterSeconds);

export interface AdmissionDeps {
  /** How many bookings a phone or an e-mail may make in an hour. */
  readonly bookingLimit: UsageLimit;
  /** How many holds an address may have at once. */
  readonly holdLimit: UsageLimit;
  readonly subjectOf: LimitSubject;
  /** Undefined where nobody is to be suspected. */
  readonly upcomingBookings?:
    | ((phoneE164: string | null, email: string) => Promise<UpcomingBookings>)
    | undefined;
}

const UNCOUNTED: Admitted = { kind: 'admitted', refund: async () => {} };

export function createAdmission({
  bookingLimit,
  holdLimit,
  subjectOf,
  upcomingBookings,
}: AdmissionDeps): Admission {
  const isPublic = ({ kind }: Sender) => kind === 'customer';
  const holdSubjects = ({ address }: Sender) => [subjectOf('address', address)];

  async function isSuspect({ name, email, phoneE164 }: BookingAttempt['contacts']): Promise<boolean> {
    const upcoming = await upcomingBookings?.(phoneE164, email ?? '');
    return upcoming !== undefined && isSuspicious(name, upcoming);
  }

  return {
    async admitBooking({ commandId, sender, contacts }) {
      if (!isPublic(sender)) return UNCOUNTED;
      if (await isSuspect(contacts)) return { kind: 'refused', code: 'suspicious-booking' };
      const { email, phone, phoneE164 } = contacts;
      const subjects = [subjectOf('phone', phoneE164 ?? phone.replace(/\D/g, ''))];
      if (email !== null) subjects.unshift(subjectOf('email', email.toLowerCase()));
      const retryAfterSeconds = await bookingLimit.consume(subjects, commandId);
      if (retryAfterSeconds > 0) return { kind: 'refused', code: 'rate-limit-exceeded', retryAfterSeconds };
      return { kind: 'admitted', refund: () => bookingLimit.refund(subjects, commandId) };
    },

    async admitHold({ holdId, sender, replaces }) {
      if (!isPublic(sender)) return UNCOUNTED;
      const subjects = holdSubjects(sender);
      const retryAfterSeconds = await holdLimit.consume(subjects, holdId, replaces);
      if (retryAfterSeconds > 0) return { kind: 'refused', code: 'too-many-requests', retryAfterSeconds };
      return { kind: 'admitted', refund: () => holdLimit.refund(subjects, holdId) };
    },

    async refundHold({ holdId, sender }) {
      if (isPublic(sender)) await holdLimit.refund(holdSubjects(sender), holdId);
    },
  };
}
