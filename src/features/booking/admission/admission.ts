import type { CountedUse, UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import type { ProofOfWork } from '../../../adapters/proof-of-work.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import {
  type BookingRecord,
  type BookingRecords,
  type RecentBooking,
  UNKNOWN_SENDER,
} from '../../../contracts/bookings/booking-records.ts';
import { HOLD_SECONDS } from '../../../contracts/bookings/holds.ts';
import type { CodeWay } from '../../../contracts/problem.ts';
import { createKeyedMutex } from '../../../eventsourcing/async/keyed-mutex.ts';
import { refuse } from '../../../http/refusal.ts';
import type { BookingLimits, HoldLimits } from '../../../salon/booking-limits.ts';
import { countedEmail } from '../../../salon/counted-email.ts';
import type { Minutes } from '../../../salon/salon-time.ts';
import {
  bookingActivity,
  holdActivity,
  isFrom,
  lastHour,
  liveHolds,
  minutesOf,
  newerThan,
  secondsToWait,
  unconfirmedMinutes,
} from './activity.ts';
import type { BookingAttempt, HoldAttempt, Visitor } from './attempts.ts';
import type { ContactCodes } from './codes/contact-codes.ts';
import { type BookingFacts, mayHold, type SiteActivity, type Step, stepFor } from './policy.ts';
import type { Rush } from './rush/rush.ts';
import type { SenderSources, Source, SourcesOf } from './sources.ts';
import { isSuspicious } from './suspicion.ts';

export interface Admitted {
  /** Contacts that the booking's own code has proven, where one was asked for. */
  readonly provenContacts?: readonly CodeWay[];
  /** Takes the attempt out of every count again: a rule has refused it. */
  refund(): Promise<void>;
}

/**
 * Who may take time from the calendar. Commands ask it once they are known to be new, the time to be free and everything
 * else to be in order, and before they take anything: a retry is never refused, a refusal costs nothing, and what can't
 * succeed counts for nobody. Staff and processes always may.
 */
export interface Admission {
  /** What a booking records of where it came from; undefined for staff and processes. */
  sourceOf(sender: Visitor): Promise<Source | undefined>;
  /**
   * Asked again for the same attempt, it counts nothing twice.
   *
   * @throws Refused `rate-limit-exceeded`, `suspicious-booking`, `proof-required` with a challenge, `code-required` with how one
   *   can be sent, `code-invalid`, `code-not-sent`, `too-many-codes`
   */
  admitBooking(attempt: BookingAttempt): Promise<Admitted>;
  /** @throws Refused `too-many-requests` */
  admitHold(attempt: HoldAttempt): Promise<Admitted>;
  /** Takes a hold that is over out of its sender's live ones. */
  refundHold(hold: { readonly holdId: string; readonly sender: Visitor }): Promise<void>;
}

export interface AdmissionDeps {
  readonly counts: UsageCounts;
  readonly subjectOf: LimitSubject;
  readonly sourcesOf: SourcesOf;
  readonly records: Pick<BookingRecords, 'of' | 'lastHour'>;
  readonly rush: Pick<Rush, 'among'>;
  readonly proofOfWork: ProofOfWork;
  readonly codes: ContactCodes;
  readonly bookingLimits: BookingLimits;
  readonly holdLimits: HoldLimits;
  /** Bookings that one sender may make with one phone or e-mail in an hour; 0 switches all limits off. */
  readonly contactPerHour: number;
  now(): Date;
}

const QUIET_SITE: SiteActivity = { isRush: false, unconfirmedMinutes: 0 };
/** The read model may be so far behind the log. */
const UNSEEN_SECONDS = 15;

const unconfirmedOf = (bookings: readonly Pick<BookingRecord, 'status' | 'minutes'>[]): Minutes =>
  minutesOf(bookings.filter(({ status }) => status === 'pending'));

/** Thrown where a code is all that is missing; it is sent apart, since that may take seconds. */
class CodeMissing extends Error {
  override readonly name = 'CodeMissing';
}

/** A limit per contact that the operator has raised raises how many bookings a sender may make. */
function raisedTo(contactPerHour: number, limits: BookingLimits): BookingLimits {
  const raised = (allowance: BookingLimits['free']) => ({
    ...allowance,
    bookings_per_hour: Math.max(allowance.bookings_per_hour, contactPerHour),
    bookings_per_day: Math.max(allowance.bookings_per_day, contactPerHour),
  });
  return { ...limits, free: raised(limits.free), with_proof: raised(limits.with_proof) };
}

export function createAdmission(deps: AdmissionDeps): Admission {
  const { counts, subjectOf, sourcesOf, records, rush, proofOfWork, codes, holdLimits, contactPerHour } =
    deps;
  const bookingLimits = raisedTo(contactPerHour, deps.bookingLimits);
  const isOff = contactPerHour === 0;
  const isPublic = ({ kind }: Visitor) => kind === 'customer';
  /** One attempt of a sender at a time: what one sends at once waits for itself, and the database for nobody. */
  const mutex = createKeyedMutex();

  const sizesOf = ({ address, network }: Visitor) => (network === undefined ? [address] : [address, network]);

  /** What the read model knows of, and the latest from the counts, as if each were somebody else's. */
  async function siteNow(uses: readonly CountedUse[]): Promise<SiteActivity> {
    const seen = await records.lastHour();
    const ids = new Set(seen.map(({ id }) => id));
    const unseen = newerThan(UNSEEN_SECONDS, uses)
      .filter(({ name }) => !ids.has(name))
      .map(({ name, minutes, secondsAgo }): RecentBooking => {
        const madeAt = new Date(deps.now().getTime() - secondsAgo * 1_000);
        return { id: name, minutes, status: 'pending', ...UNKNOWN_SENDER, madeAt };
      });
    const bookings = [...seen, ...unseen];
    return { isRush: (await rush.among(bookings)).isOn, unconfirmedMinutes: unconfirmedOf(bookings) };
  }

  async function factsOf(
    { contacts, sender }: BookingAttempt,
    sources: SenderSources,
    [bySender = [], byNetwork = [], ...byContact]: readonly (readonly CountedUse[])[],
  ): Promise<Omit<BookingFacts, 'site'>> {
    const ids = [...bySender, ...byNetwork].map(({ name }) => name);
    const known = await records.of({ contacts, sources: sources.all, ids });
    const isOwn = isFrom(sources, 'address');
    return {
      sender: bookingActivity(bySender, unconfirmedMinutes(known, isOwn, bySender)),
      network:
        sender.network === undefined
          ? undefined
          : bookingActivity(byNetwork, unconfirmedMinutes(known, isFrom(sources, 'network'), byNetwork)),
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
   * What no code can lift is refused first. A code costs its sender a proof, and so does the trust in a contact: else requests that
   * cost nothing would use up what its owner has of it.
   */
  async function demandCode(attempt: BookingAttempt): Promise<void> {
    const { bookingId, contacts } = attempt;
    const canBeSent = (await codes.waysTo(contacts)).length > 0;
    if (!canBeSent && !(await codes.mayBeConfirmed(bookingId, contacts))) throw refuse('suspicious-booking');
    await demandProof(attempt);
    if (await codes.isConfirmed(bookingId, contacts)) return;
    throw canBeSent ? new CodeMissing() : refuse('suspicious-booking');
  }

  /** A try that was killed may have been asked for the code, although by now the same request would be let in without. */
  const mayHaveAnswered = ({ code, isRepeated }: BookingAttempt): boolean => code !== undefined || isRepeated;

  /** @throws Refused, or CodeMissing, unless the step is taken */
  async function demand(
    step: Step,
    attempt: BookingAttempt,
    byContact: readonly (readonly CountedUse[])[],
  ): Promise<void> {
    switch (step) {
      case 'none':
        return;
      case 'wait': {
        const full = byContact.filter((uses) => lastHour(uses).length > contactPerHour);
        throw refuse('rate-limit-exceeded', { retryAfterSeconds: Math.max(...full.map(secondsToWait)) });
      }
      case 'proof':
        return demandProof(attempt);
      case 'code':
        return demandCode(attempt);
      case 'call':
        throw refuse('suspicious-booking');
    }
  }

  /**
   * First under what is the sender's own, and only what may pass there under what is everybody's: whatever somebody sends
   * at once, their refused attempts never count against others.
   */
  async function admitted(attempt: BookingAttempt): Promise<Admitted> {
    const { bookingId, sender, contacts, minutes } = attempt;
    const { address, network = address } = sender;
    const { phoneE164: phone, email } = contacts;
    const own = [
      subjectOf('bookings', address),
      subjectOf('bookings', network),
      subjectOf('phone', phone, address),
      ...(email === null ? [] : [subjectOf('email', countedEmail(email), address)]),
    ];
    const everybodys = subjectOf('bookings');
    const use = { name: bookingId, minutes };
    let mayHaveUsedTrust = false;
    let isCodeDemanded = false;
    const refund = async () => {
      await counts.takeBack([...own, everybodys], bookingId);
      if (mayHaveUsedTrust) await codes.takeBack(bookingId, contacts);
    };
    const uses = await counts.add(own, use);
    const demandStep = async (step: Step) => {
      mayHaveUsedTrust ||= step === 'code';
      await demand(step, attempt, uses.slice(2));
      isCodeDemanded ||= step === 'code';
    };
    try {
      const facts = await factsOf(attempt, await sourcesOf(address, sender.network), uses);
      // As if nobody else were there: whoever is refused by it is never counted for the site.
      const alone = stepFor({ ...facts, site: QUIET_SITE }, bookingLimits, contactPerHour);
      await demandStep(alone);
      const [bySite = []] = await counts.add([everybodys], use);
      const step = stepFor({ ...facts, site: await siteNow(bySite) }, bookingLimits, contactPerHour);
      if (step !== alone) await demandStep(step);
      const mayBeProven = isCodeDemanded || mayHaveAnswered(attempt);
      return { refund, provenContacts: mayBeProven ? await codes.provenContacts(bookingId, contacts) : [] };
    } catch (error) {
      await refund();
      throw error;
    }
  }

  async function admittedHold({ holdId, sender, date, replaces, minutes }: HoldAttempt): Promise<Admitted> {
    const sources = await sourcesOf(sender.address, sender.network);
    const own = sizesOf(sender).flatMap((size) => [
      subjectOf('live holds', size),
      subjectOf('holds', size),
      subjectOf('holds', size, date),
    ]);
    const everybodys = subjectOf('live holds');
    const use = { name: holdId, minutes };
    const refund = () => counts.takeBack([...own, everybodys], holdId);
    const uses = await counts.add(own, use);
    try {
      const [known, recent] = await Promise.all([records.of({ sources: sources.all }), records.lastHour()]);
      const activity = (size: keyof Source, [live = [], made = [], onDate = []]: typeof uses) =>
        holdActivity(
          { live: liveHolds(live, replaces), made, onDate },
          unconfirmedMinutes(known, isFrom(sources, size), []),
        );
      const facts = {
        sender: activity('address', uses.slice(0, 3)),
        network: sender.network === undefined ? undefined : activity('network', uses.slice(3)),
      };
      const check = (siteMinutes: Minutes) => {
        if (!mayHold({ ...facts, siteMinutes }, holdLimits, bookingLimits))
          throw refuse('too-many-requests', { retryAfterSeconds: HOLD_SECONDS });
      };
      check(0);
      const [bySite = []] = await counts.add([everybodys], use);
      check(minutesOf(liveHolds(bySite, replaces)) + unconfirmedOf(recent));
    } catch (error) {
      await refund();
      throw error;
    }
    return { refund };
  }

  return {
    sourceOf: async (sender) =>
      isPublic(sender) ? (await sourcesOf(sender.address, sender.network)).current : undefined,

    async admitBooking(attempt) {
      const { sender } = attempt;
      if (isOff || !isPublic(sender)) return { refund: async () => {} };
      if (attempt.code !== undefined) await codes.answer(attempt.bookingId, attempt.contacts, attempt.code);
      try {
        return await mutex.runExclusive(sender.network ?? sender.address, () => admitted(attempt));
      } catch (error) {
        throw error instanceof CodeMissing ? await codes.demand(attempt) : error;
      }
    },

    async admitHold(attempt) {
      const { sender } = attempt;
      if (isOff || !isPublic(sender)) return { refund: async () => {} };
      return mutex.runExclusive(sender.network ?? sender.address, () => admittedHold(attempt));
    },

    async refundHold({ holdId, sender }) {
      if (isOff || !isPublic(sender)) return;
      const live = [[], ...sizesOf(sender).map((size) => [size])];
      await counts.remove(
        live.map((size) => subjectOf('live holds', ...size)),
        [holdId],
      );
    },
  };
}
