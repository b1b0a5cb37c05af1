import { createHash } from 'node:crypto';
import type { CountedUse, UsageCounts } from '../../../src/adapters/postgres/usage-counts.ts';
import type {
  BookingRecord,
  RecentBooking,
  UsualHour,
} from '../../../src/contracts/bookings/booking-records.ts';
import { type AdmissionDeps, createAdmission } from '../../../src/features/booking/admission/admission.ts';
import type {
  BookingAttempt,
  HoldAttempt,
  Visitor,
} from '../../../src/features/booking/admission/attempts.ts';
import type { ContactCodes } from '../../../src/features/booking/admission/codes/contact-codes.ts';
import { rushOf } from '../../../src/features/booking/admission/rush/rush.ts';
import { Refused, refuse } from '../../../src/http/refusal.ts';
import { PER_CONTACT, SMALL_HOLD_LIMITS, SMALL_LIMITS } from './admission-limits.ts';

/** Counts in memory, on a clock that the test moves on. */
export function memoryCounts(secondsNow: () => number) {
  const kept = new Map<
    string,
    Map<string, { readonly minutes: number; readonly at: number; readonly by: symbol }>
  >();
  const usesOf = (subject: string): readonly CountedUse[] =>
    [...(kept.get(subject) ?? [])]
      .map(([name, { minutes, at }]) => ({ name, minutes, secondsAgo: secondsNow() - at }))
      .filter(({ secondsAgo }) => secondsAgo < 86_400);
  /** Of one process. */
  function counts(): UsageCounts {
    const by = Symbol('process');
    return {
      async add(subjects, { name, minutes }) {
        for (const subject of new Set(subjects)) {
          const uses = kept.get(subject) ?? new Map();
          kept.set(subject, uses);
          if (!uses.has(name)) uses.set(name, { minutes, at: secondsNow(), by });
        }
        return subjects.map(usesOf);
      },
      async refund(subjects, name) {
        for (const uses of subjects.map((subject) => kept.get(subject)))
          if (uses?.get(name)?.by === by) uses.delete(name);
      },
      async remove(subjects, names) {
        for (const subject of subjects) for (const name of names) kept.get(subject)?.delete(name);
      },
    };
  }
  /** How many uses there are of each subject that has any. */
  const counted = () =>
    Object.fromEntries([...kept].flatMap(([subject, { size }]) => (size > 0 ? [[subject, size]] : [])));
  return { counts, counted };
}

export const ANN = { name: 'Ann Lee', email: 'ann@example.com', phoneE164: '+19255550100' };
/** An address that belongs to no network of IPv6. */
export const HOME: Visitor = { kind: 'customer', address: '192.0.2.1' };
export const ELSEWHERE: Visitor = { kind: 'customer', address: '192.0.2.99' };

/** A household of one IPv6 network of 48 bits. */
export const household = (index: number) =>
  ({ kind: 'customer', address: `2001:db8:1:${index}00::/56`, network: '2001:db8:1::/48' }) as const;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The hashes of a sender in this world. */
export const sourceOf = (
  { address, network }: Pick<Visitor, 'address' | 'network'>,
  month: 'this' | 'last' = 'this',
) => ({
  address: hashOf(`${month} month ${address}`),
  ...(network !== undefined && { network: hashOf(`${month} month ${network}`) }),
});

let people = 0;
/** Contacts of nobody who was there before. */
export function newPerson() {
  people += 1;
  return {
    name: `Person ${people}`,
    email: `person${people}@example.com`,
    phoneE164: `+1925${5_560_000 + people}`,
  };
}

export interface World extends Partial<Pick<AdmissionDeps, 'contactPerHour' | 'codes'>> {
  /** What the read model says of the last hour of the whole site. */
  readonly lastHour?: readonly RecentBooking[];
  readonly usual?: UsualHour;
}

/** Where no code can be sent: whoever would need one is asked to call. */
const NO_CODES: ContactCodes = {
  waysTo: async () => [],
  mayBeConfirmed: async () => false,
  isConfirmed: async () => false,
  provenContacts: async () => [],
  refund: async () => {},
  answer: () => Promise.reject(refuse('code-invalid')),
  demand: async () => refuse('suspicious-booking'),
};

/** A public booking of somebody else's, as the read model has it. */
export const recently = (different: Partial<RecentBooking> = {}): RecentBooking => {
  people += 1;
  const { email, phoneE164 } = newPerson();
  const madeAt = new Date();
  const source = `somebody ${people}`;
  return {
    id: `recent ${people}`,
    status: 'pending',
    minutes: 30,
    source,
    network: null,
    email,
    phoneE164,
    madeAt,
    ...different,
  };
};

/** Admission with everything about it in memory. A proof is the text `proof of` and the booking's id. */
export function admissionWorld({ contactPerHour = PER_CONTACT, codes = NO_CODES, ...site }: World = {}) {
  let seconds = 0;
  const { counts, counted } = memoryCounts(() => seconds);
  /** What the read model knows. */
  const known: BookingRecord[] = [];
  let isAway = false;
  const deps: AdmissionDeps = {
    counts: counts(),
    subjectOf: (...what) => what.join(' '),
    sourcesOf: async (address, network) => {
      const current = sourceOf({ address, network });
      return { current, all: [current, sourceOf({ address, network }, 'last')] };
    },
    records: {
      async of({ contacts, sources, ids = [] }) {
        if (isAway) throw new Error('no database');
        const { phoneE164, email } = contacts ?? { phoneE164: '', email: null };
        const isWanted = (record: BookingRecord) =>
          (contacts && record.phoneE164 === phoneE164) ||
          (email !== null && record.email === email) ||
          sources.some(
            ({ address, network }) =>
              record.source?.address === address ||
              (network !== undefined && record.source?.network === network),
          );
        const stands = ({ status, isUpcoming }: BookingRecord) =>
          isUpcoming && (status === 'pending' || status === 'confirmed');
        return known.filter((record) => ids.includes(record.id) || (stands(record) && isWanted(record)));
      },
      lastHour: async () => site.lastHour ?? [],
    },
    rush: {
      among: async (bookings) => rushOf(bookings, site.usual ?? { bookings: 0, minutes: 0 }, SMALL_LIMITS),
    },
    proofOfWork: {
      challengeFor: async (bookingId) => ({ about: bookingId }),
      isSolved: async (bookingId, proof) => proof === `proof of ${bookingId}`,
    },
    codes,
    bookingLimits: SMALL_LIMITS,
    holdLimits: SMALL_HOLD_LIMITS,
    contactPerHour,
    now: () => new Date(),
  };
  const admission = createAdmission(deps);

  let ids = 0;
  const newId = () => `booking ${++ids}`;
  const book = (different: Partial<BookingAttempt> = {}) =>
    admission.admitBooking({
      bookingId: newId(),
      sender: HOME,
      contacts: newPerson(),
      minutes: 30,
      isRepeated: false,
      ...different,
    });
  return {
    admission,
    /** Of another process with the same counts. */
    admissionElsewhere: createAdmission({ ...deps, counts: counts() }),
    counted,
    known,
    book,
    /** Books with different contacts each time, so many times. */
    async bookMany(times: number, different: Partial<BookingAttempt> = {}) {
      for (let time = 0; time < times; time += 1) await book(different);
    },
    /** A booking with its proof. */
    bookWithProof(different: Partial<BookingAttempt> = {}) {
      const bookingId = newId();
      return book({ bookingId, proof: `proof of ${bookingId}`, ...different });
    },
    hold: (holdId: string, different: Partial<HoldAttempt> = {}) =>
      admission.admitHold({ holdId, sender: HOME, date: '2026-11-24', minutes: 30, ...different }),
    /** Lets the read model know of a booking. */
    tell(record: Partial<BookingRecord>) {
      known.push({
        id: newId(),
        status: 'pending',
        minutes: 30,
        isUpcoming: true,
        source: sourceOf(HOME),
        name: null,
        email: null,
        phoneE164: null,
        ...record,
      });
    },
    secondsLater: (more: number) => {
      seconds += more;
    },
    /** Whether the read model can't be asked. */
    setAway: (away: boolean) => {
      isAway = away;
    },
  };
}

/** The refusal that comes of it. */
export async function refusalOf(attempt: Promise<unknown>): Promise<Refused> {
  const outcome = await attempt.then(
    () => 'admitted',
    (error: unknown) => error,
  );
  if (outcome instanceof Refused) return outcome;
  throw new Error(`no refusal: ${outcome}`);
}
export const codeOf = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;
