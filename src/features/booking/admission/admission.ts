import type { CountedUse, UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import type { SenderHashes, SenderHashesOf } from '../../../adapters/secrets/sender-hashes.ts';
import type { BookingRecords } from '../../../contracts/bookings/booking-records.ts';
import { HOLD_SECONDS } from '../../../contracts/bookings/holds.ts';
import type { Actor } from '../../../contracts/history/actor.ts';
import type { CodeWay } from '../../../contracts/problem.ts';
import { createKeyedMutex } from '../../../eventsourcing/async/keyed-mutex.ts';
import { refuse } from '../../../http/refusal.ts';
import type { Minutes } from '../../../salon/salon-time.ts';
import type { ContactCodes, ContactPerson } from './codes/contact-codes.ts';
import {
  demandOf,
  type EarlierBooking,
  HOUR,
  MOST_MINUTES,
  minutesOnSite,
  refusalOf,
  totalOf,
  unconfirmedOfSender,
} from './policy.ts';

/**
 * Decides which visitors may take time from the calendar, by the rules in `policy.ts` and what is counted and known. A command asks once it has checked that it isn't a retry and that the time is free, and before it takes anything. So a retry is never refused,
 * a refusal costs nothing, and a request that can't succeed isn't counted. Staff and processes are always admitted.
 */

/** Holds of one sender: at once, and in an hour, since each leaves events in a day's stream. */
export const MOST_HOLDS = { live: 3, hourly: 30 };

/** The person or program that asks for time. */
export interface Visitor {
  readonly kind: Actor['kind'];
  /** IPv4 address, or IPv6 network of 56 bits. */
  readonly address: string;
}

/** A booking that is about to be made. If its command is decided again, it is still the same booking. */
export interface AskedBooking {
  readonly bookingId: string;
  readonly sender: Visitor;
  readonly contacts: ContactPerson;
  /** Length in the calendar. */
  readonly minutes: Minutes;
  /** The sender's hold that ends when the booking takes its time. */
  readonly endsHold?: string | undefined;
  /** Whether an earlier try of the same booking was admitted and has taken the time. */
  readonly isRepeated: boolean;
  /** How to send the code that an earlier `code-required` asked for. */
  readonly codeBy?: CodeWay | undefined;
  /** The code that the visitor has received. */
  readonly code?: string | undefined;
}

/** A hold that is about to be made. */
export interface AskedHold {
  readonly holdId: string;
  readonly sender: Visitor;
  /** The sender's earlier hold, which this one replaces. */
  readonly replaces?: string | undefined;
  readonly minutes: Minutes;
}

/** A booking or hold that was admitted. */
interface Admitted {
  /** Takes it out of every count again. Call it when a rule refuses it afterwards. */
  takeBack(): Promise<void>;
}

/** A booking that was admitted, with what its event records of that. */
interface AdmittedBooking extends Admitted {
  /** Keyed hash of the sender; undefined for staff and processes. */
  readonly source?: string;
  /** Contacts that the booking's own code has proven. */
  readonly provenContacts: readonly CodeWay[];
}

export interface Admission {
  /**
   * Admits a booking or refuses it. If it is called again for the same booking, nothing is counted twice.
   *
   * @throws Refused `rate-limit-exceeded`, `suspicious-booking`, `code-required` with the ways by which a code can be sent,
   *   `code-invalid`, `code-not-sent`, `too-many-codes`
   */
  admitBooking(asked: AskedBooking): Promise<AdmittedBooking>;
  /** @throws Refused `too-many-requests` */
  admitHold(asked: AskedHold): Promise<Admitted>;
  /** Call it when a hold is over: its minutes no longer count. */
  releaseHold(hold: { readonly holdId: string; readonly sender: Visitor }): Promise<void>;
}

export interface AdmissionDeps {
  readonly counts: UsageCounts;
  readonly subjectOf: LimitSubject;
  readonly hashesOf: SenderHashesOf;
  readonly records: BookingRecords;
  readonly codes: ContactCodes;
  /** `BOOKING_LIMIT_PER_HOUR`; 0 switches all limits off. */
  readonly perHour: number;
  now(): Date;
}

type Uses = readonly CountedUse[];
const UNCOUNTED: AdmittedBooking = { provenContacts: [], takeBack: async () => {} };

/** Bookings and holds of one sender are counted together, so that none gets around the minutes by making both at once. */
const HOLD = 'hold ';
const isHold = ({ name }: CountedUse) => name.startsWith(HOLD);
const lastHour = (uses: Uses) => uses.filter(({ secondsAgo }) => secondsAgo < HOUR);
const bookingsIn = (uses: Uses) => lastHour(uses).filter((use) => !isHold(use));
/** @param over the hold that ends with the booking */
const liveHoldsIn = (uses: Uses, over: string | undefined) =>
  uses.filter((use) => isHold(use) && use.secondsAgo < HOLD_SECONDS && use.name !== `${HOLD}${over}`);

/** The name under which a booking counts for all visitors. The sender is in it, since the read model doesn't know the booking yet. */
const nameOnSite = (source: string, bookingId: string) => `${source} ${bookingId}`;
const countedOnSite = (uses: Uses) =>
  lastHour(uses).map(({ name, minutes }) => {
    const [source = '', id = ''] = name.split(' ');
    return { source, id, minutes };
  });

export function createAdmission(deps: AdmissionDeps): Admission {
  const { counts, subjectOf, hashesOf, records, codes, perHour, now } = deps;
  const takenBy = ({ address }: Visitor) => subjectOf('taken', address);
  const everybodys = subjectOf('taken');
  const isPublic = ({ kind }: Visitor) => kind === 'customer';
  const isCounted = (sender: Visitor) => isPublic(sender) && perHour > 0;
  /** A sender's bookings and holds are decided one after the other, so that one that is refused doesn't count against the next. */
  const mutex = createKeyedMutex();

  /** The earlier bookings: those that the read model knows, and those that were only counted so far. */
  async function earlierOf(
    { id, contacts }: { readonly id?: string; readonly contacts?: ContactPerson },
    sources: readonly string[],
    uses: Uses,
  ): Promise<readonly EarlierBooking[]> {
    const counted = bookingsIn(uses).filter(({ name }) => name !== id);
    const ids = counted.map(({ name }) => name);
    const known = await records.of({ ...(contacts && { contacts }), sources, ids });
    const knownIds = new Set(known.map((record) => record.id));
    const ageOf = (madeAt: Date) => (now().getTime() - madeAt.getTime()) / 1_000;
    return [
      ...known
        .filter((record) => record.id !== id)
        .map(({ source, madeAt, email, phoneE164, ...record }) => ({
          ...record,
          isOwn: source !== null && sources.includes(source),
          age: source === null ? undefined : ageOf(madeAt),
          contacts: { email, phoneE164 },
        })),
      ...counted
        .filter(({ name }) => !knownIds.has(name))
        .map(({ minutes, secondsAgo }) => {
          return { minutes, status: 'pending', isUpcoming: true, isOwn: true, age: secondsAgo } as const;
        }),
    ];
  }

  /** Counts the booking, and judges it by all that is counted. If it is refused, it is taken out of the counts again. */
  async function admit(
    asked: AskedBooking,
    { current, all }: SenderHashes,
  ): Promise<AdmittedBooking | 'code-missing'> {
    const { bookingId, sender, contacts, minutes } = asked;
    const onSite = nameOnSite(current, bookingId);
    const takeBack = async () => {
      await counts.takeBack([takenBy(sender)], bookingId);
      await counts.takeBack([everybodys], onSite);
    };
    const [taken = []] = await counts.add([takenBy(sender)], { name: bookingId, minutes });
    try {
      const earlier = await earlierOf({ id: bookingId, contacts }, all, taken);
      const refusal = refusalOf(asked, earlier, totalOf(liveHoldsIn(taken, asked.endsHold)), perHour);
      if (refusal?.kind === 'call') throw refuse('suspicious-booking');
      if (refusal) throw refuse('rate-limit-exceeded', { retryAfterSeconds: refusal.seconds });

      // It counts for all visitors only now, so that what is refused to one sender never uses up what is left for others.
      const [bySite = []] = await counts.add([everybodys], { name: onSite, minutes });
      const siteMinutes = minutesOnSite(await records.lastHour(), countedOnSite(bySite));
      const isCrowded = demandOf(siteMinutes, true) === 'code';
      // An earlier try that was killed may have been asked for a code, even if none would be asked for by now.
      const mayBeProven = isCrowded || asked.code !== undefined || asked.isRepeated;
      const provenContacts = mayBeProven ? await codes.provenContacts(bookingId, contacts) : [];
      if (isCrowded && provenContacts.length === 0) {
        const demand = demandOf(siteMinutes, (await codes.waysTo(contacts)).length > 0);
        if (demand === 'call') throw refuse('suspicious-booking');
        if (demand === 'code') {
          await takeBack();
          return 'code-missing';
        }
      }
      return { source: current, provenContacts, takeBack };
    } catch (error) {
      await takeBack();
      throw error;
    }
  }

  async function admitHold({ holdId, sender, replaces, minutes }: AskedHold): Promise<Admitted> {
    const subjects = [takenBy(sender), subjectOf('holds', sender.address)];
    const name = HOLD + holdId;
    const takeBack = () => counts.takeBack(subjects, name);
    const [taken = [], holds = []] = await counts.add(subjects, { name, minutes });
    try {
      const live = liveHoldsIn(taken, replaces);
      const { all } = await hashesOf(sender.address);
      const isAdmitted =
        live.length <= MOST_HOLDS.live &&
        lastHour(holds).length <= MOST_HOLDS.hourly &&
        totalOf(live) + unconfirmedOfSender(await earlierOf({}, all, taken)) <= MOST_MINUTES;
      if (!isAdmitted) throw refuse('too-many-requests', { retryAfterSeconds: HOLD_SECONDS });
      return { takeBack };
    } catch (error) {
      await takeBack();
      throw error;
    }
  }

  return {
    async admitBooking(asked) {
      const { bookingId, sender, contacts, code } = asked;
      if (!isPublic(sender)) return UNCOUNTED;
      const hashes = await hashesOf(sender.address);
      if (!isCounted(sender)) return { ...UNCOUNTED, source: hashes.current };
      if (code !== undefined) await codes.answer(bookingId, contacts, code);
      const admitted = await mutex.runExclusive(sender.address, () => admit(asked, hashes));
      // The code is sent outside the sender's turn, since that may take seconds.
      if (admitted === 'code-missing') throw await codes.demand(asked);
      return admitted;
    },

    admitHold: async (asked) =>
      isCounted(asked.sender) ? mutex.runExclusive(asked.sender.address, () => admitHold(asked)) : UNCOUNTED,

    async releaseHold({ holdId, sender }) {
      if (isCounted(sender)) await counts.remove([takenBy(sender)], [HOLD + holdId]);
    },
  };
}
