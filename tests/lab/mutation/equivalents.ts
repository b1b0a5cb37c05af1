import type { Mutant } from './mutants.ts';

/**
 * By file: changes as a run prints them, after which the program does the same, and why. Where a change occurs several
 * times in its file, ` in ` and the source line follow.
 */
type Equivalents = Readonly<Record<string, Readonly<Record<string, string>>>>;

const CACHED = 'how much is kept is a matter of memory: what was dropped is worked out or read again';
const A_MILLISECOND = 'a wait that is a millisecond longer means the same to everybody';
const CHEAPER = 'without it the same is done at a higher cost';
const A_NAME = 'the number only names the tables; their rows are the same';
const UNREACHED = 'never reached: `keyOf` names no row for such an event';

const EQUIVALENTS: Equivalents = {
  'src/features/booking/admission/admit-hold.ts': {
    '0 → 1 in check(0);': 'the site has room for more than one sender has',
    "3 → 4 in sender: activity('address', uses.slice(0, 3)),": 'only the first three are looked at',
  },
  'src/features/booking/admission/policy.ts': {
    '0 → 1 in sender.unconfirmedMinutes > most || (network?.unconfirmedMinutes ?? 0) > senders * most;':
      'no limit is less than a minute',
  },
  'src/features/booking/agenda/events.ts': {
    '1_000 → 1001': CACHED,
    'parsed.size >= MOST_PARSED → !(parsed.size >= MOST_PARSED)': CACHED,
    'parsed.size >= MOST_PARSED → (parsed.size) > (MOST_PARSED)': CACHED,
    'parsed.clear(); → ;': CACHED,
    'parsed.set(stream, id); → ;': CACHED,
  },
  'src/features/booking/agenda/state.ts': {
    '15 → 16': 'the unit of an index by time; what it finds is compared by the times themselves',
    'quarter * QUARTER_MINUTES < end → (quarter * QUARTER_MINUTES) <= (end)':
      'looks into one quarter more; what is found there is compared by the times themselves',
    'index.get(quarter)?.delete(id); → ;': 'an id in the index without its slot or hold is passed over',
    'removeFrom(day.heldIn, holdId, hold.parts); → ;': 'an id in the index without its hold is passed over',
    'removeFrom(day.takenIn, slotId, slot.parts); → ;': 'an id in the index without its slot is passed over',
  },
  'src/features/booking/slot-keeper/keeper.ts': {
    '1_000 → 1001': A_MILLISECOND,
    'slot.seenAt > at → (slot.seenAt) >= (at)':
      'a slot that was seen at this moment is written down as seen at it',
  },
  'src/eventsourcing/processes/run-process-manager.ts': {
    '1_000 → 1001': A_MILLISECOND,
    '50 → 51': A_MILLISECOND,
    '100 → 101': A_MILLISECOND,
    '2_000 → 2001': A_MILLISECOND,
    '0 → 1 in let checkAgainAt = 0;': A_MILLISECOND,
    '0 → 1 in if (due && dueInMs !== null && (dueInMs <= 0 || performance.now() >= checkAgainAt)) {':
      A_MILLISECOND,
    '0 → 1 in if (dueInMs <= 0) unsaved(saveWithinMs());': A_MILLISECOND,
    '0 → 1 in const timer = setTimeout(late.resolve, Math.max(0, ms), null);': A_MILLISECOND,
    'performance.now() >= checkAgainAt → (performance.now()) > (checkAgainAt)': A_MILLISECOND,
    'performance.now() >= saveAt → (performance.now()) > (saveAt)': A_MILLISECOND,
  },
  'src/adapters/postgres/usage-counts.ts': {
    '1_000 → 1001': 'how many are looked at in one statement; the sweep goes on until none is left',
    '> → >= in where (value->>0)::float8 > extract(epoch from now()) - ${DAY_SECONDS}':
      'a use is counted to the microsecond',
    '< → <=': A_MILLISECOND,
  },
  'src/adapters/postgres-log/append.ts': {
    '3 → 4 in { concurrency: 3 },': 'how many statements run at once',
  },
  'src/adapters/postgres/process-store.ts': {
    '+ 1 → + 2': 'a revision only has to differ from the one before',
    '+ → -': 'a revision only has to differ from the one before',
  },
  'src/eventsourcing/streams/event-streams.ts': {
    '2_000 → 2001': CACHED,
    '200_000 → 200001': CACHED,
    '1 → 2': CACHED,
    "throw new Error(`${stream} doesn't hold the command that was → ;":
      'never thrown: what was just appended is in the fold',
  },
  'src/features/customers/merges/decider.ts': {
    'throw new Error(`each command on ${MERGES} leads to an event → ;':
      'never thrown: each command leads to an event',
  },
  'projections/availability/projection.ts': { '2 → 3 in version: 2,': A_NAME },
  'projections/customers/projection.ts': {
    '1 → 2': A_NAME,
    'true → false': CHEAPER,
    "['sort_name, id', 'created_at, id', `using gin (${CONTACTS}) → []": CHEAPER,
    "['from_id', 'into_id'] → []": CHEAPER,
    'return row ?? null; → return undefined as never;': UNREACHED,
    'row ?? null → (row) && (null)': UNREACHED,
  },
  'projections/history/projection.ts': {
    '3 → 4': A_NAME,
    'true → false': CHEAPER,
    "['position', 'stream, position', 'day', 'customer_id', 'othe → []": CHEAPER,
    "['from_id', 'into_id'] → []": CHEAPER,
    'return row ?? null; → return undefined as never;': UNREACHED,
    'row ?? null → (row) && (null)': UNREACHED,
  },
  'projections/messages/projection.ts': {
    '5 → 6': A_NAME,
    "['needs_staff, position', 'position', 'booking_id', 'status, → []": CHEAPER,
    'revision <= before.revision → (revision) < (before.revision)':
      'an event that is applied once more makes the same row',
  },
  'projections/blocked-dates/projection.ts': {
    '2 → 3 in version: 2,': A_NAME,
    "['id'] → []": CHEAPER,
    'row ?? null → (row) && (null)': UNREACHED,
    'return row ?? null; → return undefined as never;': UNREACHED,
  },
  'projections/bookings/projection.ts': {
    '7 → 8': A_NAME,
    'true → false in rowPerStream: true,': CHEAPER,
    "[ 'appointment_date, start_minute, id', 'created_at, id', 'c → []": CHEAPER,
    'return {}; → return undefined as never;': 'nothing is spread into the row either way',
    'return row; → return undefined as never; in return row;': UNREACHED,
    'return event satisfies never; → return undefined as never;': UNREACHED,
  },
  'projections/hours/projection.ts': {
    '2 → 3': A_NAME,
    '0 → 1 in return { id: WEEK, version: Math.max(row?.version ?? 0, Number(revision) + 1) };':
      'the other number is at least 1',
  },
  'projections/services/projection.ts': { '2 → 3': A_NAME },
  'projections/short-links/projection.ts': {
    '1 → 2': A_NAME,
    'true → false in rowPerStream: true,': CHEAPER,
    "['code_hash'] → []": CHEAPER,
    'row ?? null → (row) && (null)': UNREACHED,
    'return row ?? null; → return undefined as never;': UNREACHED,
  },
  'src/eventsourcing/streams/live-projection.ts': {
    'throw error; → ;': 'never thrown: folding fails with an UnreadableEvent only',
    'true → false': CHEAPER,
  },
};

/** Why a change makes no difference; undefined for one that isn't known to make none. */
export function reasonOf({ file, change, source }: Omit<Mutant, 'text'>): string | undefined {
  const known = EQUIVALENTS[file];
  return known?.[`${change} in ${source}`] ?? known?.[change];
}
