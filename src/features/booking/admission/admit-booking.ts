import type { CountedUse, UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import type { ProofOfWork } from '../../../adapters/proof-of-work.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import type { BookingRecords } from '../../../contracts/bookings/booking-records.ts';
import { type RecentBooking, UNKNOWN_SENDER } from '../../../contracts/bookings/booking-records.ts';
import { refuse } from '../../../http/refusal.ts';
import type { BookingLimits } from '../../../salon/booking-limits.ts';
import { countedEmail } from '../../../salon/counted-email.ts';
import {
  bookingActivity,
  isFrom,
  lastHour,
  newerThan,
  pendingMinutes,
  secondsToWait,
  unconfirmedMinutes,
} from './activity.ts';
import { type Admitted, type BookingAttempt, sizesOf } from './attempts.ts';
import type { ContactCodes } from './codes/contact-codes.ts';
import { type AdmissionStep, type BookingSignals, type SiteActivity, stepFor } from './policy.ts';
import type { Rush } from './rush/rush.ts';
import type { SourcesOf } from './sources.ts';
import { isSuspicious } from './suspicion.ts';

const QUIET_SITE: SiteActivity = { isRush: false, unconfirmedMinutes: 0 };
/** The read model may be this far behind the log. */
const UNSEEN_SECONDS = 15;

type Uses = readonly CountedUse[];

export interface BookingAdmissionDeps {
  readonly counts: UsageCounts;
  readonly subjectOf: LimitSubject;
  readonly sourcesOf: SourcesOf;
  readonly records: Pick<BookingRecords, 'of' | 'lastHour'>;
  readonly rush: Pick<Rush, 'among'>;
  readonly proofOfWork: ProofOfWork;
  readonly codes: ContactCodes;
  readonly bookingLimits: BookingLimits;
  /** Bookings that one sender may make with one phone or e-mail in an hour; 0 switches all limits off. */
  readonly contactPerHour: number;
  now(): Date;
}

/** The counted bookings of a sender, including the present one. */
interface SenderUses {
  readonly bySender: Uses;
  /** Undefined for IPv4. */
  readonly byNetwork: Uses | undefined;
  /** The bookings from this sender with the same phone number, and those with the same e-mail. */
  readonly byContact: readonly Uses[];
}

/**
 * Decides whether a booking is admitted, by what its sender and all visitors have booked. If a code is missing, the caller sends it.
 *
 * @returns a function that throws the same errors as `Admission.admitBooking`, except those about sending a code
 */
export function createBookingAdmission(deps: BookingAdmissionDeps) {
  const { counts, subjectOf, sourcesOf, records, rush, proofOfWork, codes, bookingLimits, contactPerHour } =
    deps;

  /**
   * What visitors have booked in the last hour. The counts contain the newest bookings before the read model does, but don't say who
   * made them. So each of these counts as the booking of a different sender.
   */
  async function siteNow(uses: Uses): Promise<SiteActivity> {
    const seen = await records.lastHour();
    const ids = new Set(seen.map(({ id }) => id));
    const unseen = newerThan(UNSEEN_SECONDS, uses)
      .filter(({ name }) => !ids.has(name))
      .map(({ name, minutes, secondsAgo }): RecentBooking => {
        const madeAt = new Date(deps.now().getTime() - secondsAgo * 1_000);
        return { id: name, minutes, status: 'pending', ...UNKNOWN_SENDER, madeAt };
      });
    const bookings = [...seen, ...unseen];
    return { isRush: (await rush.among(bookings)).isOn, unconfirmedMinutes: pendingMinutes(bookings) };
  }

  async function senderSignals(
    { contacts, sender }: BookingAttempt,
    { bySender, byNetwork, byContact }: SenderUses,
  ): Promise<Omit<BookingSignals, 'site'>> {
    const sources = await sourcesOf(sender.address, sender.network);
    const ids = [...bySender, ...(byNetwork ?? [])].map(({ name }) => name);
    const known = await records.of({ contacts, sources: sources.all, ids });
    const isOwn = isFrom(sources, 'address');
    return {
      sender: bookingActivity(bySender, unconfirmedMinutes(known, isOwn, bySender)),
      network:
        byNetwork &&
        bookingActivity(byNetwork, unconfirmedMinutes(known, isFrom(sources, 'network'), byNetwork)),
      withContact: Math.max(...byContact.map((uses) => lastHour(uses).length)),
      isSuspicious: isSuspicious(
        contacts,
        known.filter((record) => isOwn(record) || record.status === 'confirmed'),
      ),
    };
  }

  async function demandProof({ bookingId, proof }: BookingAttempt): Promise<void> {
    if (proof !== undefined && (await proofOfWork.isSolved(bookingId, proof))) return;
    throw refuse('proof-required', { challenge: await proofOfWork.challengeFor(bookingId) });
  }

  /**
   * Refuses first what a code couldn't change. Then asks for a proof of work, before a code is sent and before the booking counts as
   * one that a trusted contact makes without a code. Otherwise requests without any cost could use up the owner's bookings.
   */
  async function demandCode(attempt: BookingAttempt): Promise<'code-missing' | undefined> {
    const { bookingId, contacts } = attempt;
    const canBeSent = (await codes.waysTo(contacts)).length > 0;
    if (!canBeSent && !(await codes.mayBeConfirmed(bookingId, contacts))) throw refuse('suspicious-booking');
    await demandProof(attempt);
    if (await codes.isConfirmed(bookingId, contacts)) return undefined;
    if (!canBeSent) throw refuse('suspicious-booking');
    return 'code-missing';
  }

  /** @throws Refused unless the attempt fulfils the step, or only a code is missing */
  async function demand(
    step: AdmissionStep,
    attempt: BookingAttempt,
    { byContact }: SenderUses,
  ): Promise<'code-missing' | undefined> {
    switch (step) {
      case 'none':
        return undefined;
      case 'wait': {
        const full = byContact.filter((uses) => lastHour(uses).length > contactPerHour);
        throw refuse('rate-limit-exceeded', { retryAfterSeconds: Math.max(...full.map(secondsToWait)) });
      }
      case 'proof':
        await demandProof(attempt);
        return undefined;
      case 'code':
        return demandCode(attempt);
      case 'call':
        throw refuse('suspicious-booking');
    }
  }

  return async (attempt: BookingAttempt): Promise<Admitted | 'code-missing'> => {
    const { bookingId, sender, contacts, minutes } = attempt;
    const { phoneE164: phone, email } = contacts;
    const sizes = sizesOf(sender);
    const own = [
      ...sizes.map((size) => subjectOf('bookings', size)),
      subjectOf('phone', phone, sender.address),
      ...(email === null ? [] : [subjectOf('email', countedEmail(email), sender.address)]),
    ];
    const everybodys = subjectOf('bookings');
    const use = { name: bookingId, minutes };
    const demanded = new Set<AdmissionStep>();
    const refund = async () => {
      await counts.refund([...own, everybodys], bookingId);
      if (demanded.has('code')) await codes.refund(bookingId, contacts);
    };
    const counted = await counts.add(own, use);
    const [bySender = [], byNetwork] = counted.slice(0, sizes.length);
    const uses = { bySender, byNetwork, byContact: counted.slice(sizes.length) };
    const isCodeMissing = async (step: AdmissionStep) => {
      if (demanded.has(step)) return false;
      demanded.add(step);
      return (await demand(step, attempt, uses)) === 'code-missing';
    };
    try {
      const signals = await senderSignals(attempt, uses);
      // An attempt is counted for the whole site only if its sender's own counts admit it, so refused attempts never use up what is
      // left for others.
      const alone = stepFor({ ...signals, site: QUIET_SITE }, bookingLimits, contactPerHour);
      let isMissing = await isCodeMissing(alone);
      if (!isMissing) {
        const [bySite = []] = await counts.add([everybodys], use);
        const step = stepFor({ ...signals, site: await siteNow(bySite) }, bookingLimits, contactPerHour);
        isMissing = await isCodeMissing(step);
      }
      if (isMissing) {
        await refund();
        return 'code-missing';
      }
      // An earlier try that was killed may have been asked for a code, even if the same request would be admitted without one by now.
      const mayBeProven = demanded.has('code') || attempt.code !== undefined || attempt.isRepeated;
      return { refund, provenContacts: mayBeProven ? await codes.provenContacts(bookingId, contacts) : [] };
    } catch (error) {
      await refund();
      throw error;
    }
  };
}
