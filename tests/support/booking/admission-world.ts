import { createHash } from 'node:crypto';
import type { CountedUse, UsageCounts } from '../../../src/adapters/postgres/usage-counts.ts';
import type { BookingRecord, RecentBooking } from '../../../src/contracts/bookings/booking-records.ts';
import {
  type AdmissionDeps,
  type AskedBooking,
  type AskedHold,
  createAdmission,
  type Visitor,
} from '../../../src/features/booking/admission/admission.ts';
import type { ContactCodes } from '../../../src/features/booking/admission/codes/contact-codes.ts';
import { Refused, refuse } from '../../../src/http/refusal.ts';

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
  /** The usage counts of one process. */
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
      async takeBack(subjects, name) {
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
export const HOME: Visitor = { kind: 'customer', address: '192.0.2.1' };
export const ELSEWHERE: Visitor = { kind: 'customer', address: '192.0.2.99' };
/** A visitor at an address that nobody else has. */
export const visitorAt = (index: number): Visitor => ({ kind: 'customer', address: `198.51.100.${index}` });

/** The hash of a sender in this world. */
export const hashOf = ({ address }: Pick<Visitor, 'address'>, month: 'this' | 'last' = 'this') =>
  createHash('sha256').update(`${month} month ${address}`).digest('base64url').slice(0, 22);

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

export interface World extends Partial<Pick<AdmissionDeps, 'perHour' | 'codes'>> {
  /** The read model's answer about the last hour of the whole site. */
  readonly lastHour?: readonly RecentBooking[];
}

/** A salon that can't send codes. */
const NO_CODES: ContactCodes = {
  waysTo: async () => [],
  provenContacts: async () => [],
  answer: () => Promise.reject(refuse('code-invalid')),
  demand: async () => refuse('suspicious-booking'),
};

/** So many unconfirmed minutes of the last hour, by senders who count for 360 each. */
export const siteWith = (minutes: number): readonly RecentBooking[] =>
  Array.from({ length: Math.ceil(minutes / 360) }, (_, index) => ({
    id: `recent ${index}`,
    status: 'pending',
    minutes: Math.min(360, minutes - 360 * index),
    source: `somebody ${index}`,
  }));

/** Admission with everything about it in memory, and a limit of five bookings in an hour. */
export function admissionWorld({ perHour = 5, codes = NO_CODES, ...site }: World = {}) {
  let seconds = 0;
  const { counts, counted } = memoryCounts(() => seconds);
  const now = () => new Date(Date.parse('2026-11-20T18:00:00Z') + seconds * 1_000);
  /** The bookings that the read model knows. */
  const known: BookingRecord[] = [];
  let isAway = false;
  const deps: AdmissionDeps = {
    counts: counts(),
    subjectOf: (...what) => what.join(' '),
    hashesOf: async (address) => ({
      current: hashOf({ address }),
      all: [hashOf({ address }), hashOf({ address }, 'last')],
    }),
    records: {
      async of({ contacts, sources, ids }) {
        if (isAway) throw new Error('no database');
        const isWanted = ({ phoneE164, email, source }: BookingRecord) =>
          (contacts && phoneE164 === contacts.phoneE164) ||
          (contacts && email !== null && email === contacts.email?.toLowerCase()) ||
          (source !== null && sources.includes(source));
        const stands = ({ status, isUpcoming }: BookingRecord) =>
          isUpcoming && (status === 'pending' || status === 'confirmed');
        return known.filter((record) => ids.includes(record.id) || (stands(record) && isWanted(record)));
      },
      lastHour: async () => site.lastHour ?? [],
    },
    codes,
    perHour,
    now,
  };
  const admission = createAdmission(deps);

  let ids = 0;
  const newId = () => `booking-${++ids}`;
  const book = (different: Partial<AskedBooking> = {}) =>
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
    /** The admission of another process with the same counts. */
    admissionElsewhere: createAdmission({ ...deps, counts: counts() }),
    counted,
    known,
    book,
    /** Books with different contacts each time, so many times. */
    async bookMany(times: number, different: Partial<AskedBooking> = {}) {
      for (let time = 0; time < times; time += 1) await book(different);
    },
    hold: (holdId: string, different: Partial<AskedHold> = {}) =>
      admission.admitHold({ holdId, sender: HOME, minutes: 30, ...different }),
    /** Lets the read model know of a booking, which was made two hours ago unless the test says otherwise. */
    tell(record: Partial<BookingRecord>) {
      known.push({
        id: newId(),
        status: 'pending',
        minutes: 30,
        isUpcoming: true,
        source: hashOf(HOME),
        madeAt: new Date(now().getTime() - 7_200_000),
        email: null,
        phoneE164: null,
        ...record,
      });
    },
    now,
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
