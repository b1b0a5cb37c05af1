import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { batcher } from './batcher.ts';

/** One use that was counted, such as a booking. */
export interface CountedUse {
  readonly name: string;
  /** Length in the calendar, in minutes. */
  readonly minutes: number;
  readonly secondsAgo: number;
}

/** The uses of the last day, for each subject under which they are counted. */
export interface UsageCounts {
  /**
   * Counts a use for every subject. Counting a use of the same name again changes nothing.
   *
   * @param subjects keyed hashes of a phone number, an e-mail address or a network address, never the values themselves
   * @returns the uses of each subject, in the order of the subjects; they include this use
   */
  add(
    subjects: readonly string[],
    use: { readonly name: string; readonly minutes: number },
  ): Promise<readonly (readonly CountedUse[])[]>;
  /**
   * Takes a use that was refused out of the count, but only if this process has counted it: another process may just have
   * admitted the use of the same name.
   */
  takeBack(subjects: readonly string[], name: string): Promise<void>;
  /** Takes uses that are over out of the count, also those that other processes have counted. */
  remove(subjects: readonly string[], names: readonly string[]): Promise<void>;
}

const DAY_SECONDS = 86_400;
/** The most uses kept for one subject. It is more than any limit allows, and few enough to be written again with each use. */
const MOST_KEPT = 500;

const ADD = `
  insert into usage_counts as kept (subject, uses)
  select subject, jsonb_build_object(name, jsonb_build_array(extract(epoch from now()), minutes, $4::text))
  from unnest($1::text[], $2::text[], $3::integer[]) as added (subject, name, minutes) order by subject
  on conflict (subject) do update set changed_at = now(), uses = excluded.uses || (
    select coalesce(jsonb_object_agg(key, value), '{}') from (
      select key, value from jsonb_each(kept.uses)
      where (value->>0)::float8 > extract(epoch from now()) - ${DAY_SECONDS}
      order by not excluded.uses ? key, (value->>0)::float8 desc limit ${MOST_KEPT}
    ) of_the_last_day)
  returning subject, (
    select json_agg(json_build_array(key, value->1, extract(epoch from now()) - (value->>0)::float8))
    from jsonb_each(uses)) as uses`;

/**
 * Removes uses from some rows, and deletes the rows that have no use left, so that refusals don't fill the table.
 *
 * @param uses SQL of the names of the uses, an array of texts
 * @param condition SQL of a condition for the rows
 */
const takeOut = (uses: string, condition = 'true') => `
  with left_over as materialized (
    select subject, uses - ${uses} as uses from usage_counts
    where subject = any($1::text[]) and ${condition} order by subject for update
  ), emptied as (
    delete from usage_counts where subject in (select subject from left_over where uses = '{}')
  )
  update usage_counts kept set uses = left_over.uses
  from left_over where kept.subject = left_over.subject and left_over.uses <> '{}'`;

const TAKE_BACK = takeOut('array[$2::text]', 'uses -> $2::text ->> 2 = $3::text');
const REMOVE = takeOut('$2::text[]');

interface Row {
  readonly subject: string;
  readonly uses: readonly (readonly [name: string, minutes: number, secondsAgo: number])[];
}

interface AddedUse {
  readonly subject: string;
  readonly name: string;
  readonly minutes: number;
}

/** Counts one use for each of several different subjects. @returns the uses of each subject */
async function addAll(
  pool: pg.Pool,
  process: string,
  added: readonly AddedUse[],
): Promise<ReadonlyMap<string, readonly CountedUse[]>> {
  const { rows } = await pool.query<Row>({
    name: 'usage-counts-add',
    text: ADD,
    values: [
      added.map(({ subject }) => subject),
      added.map(({ name }) => name),
      added.map(({ minutes }) => minutes),
      process,
    ],
  });
  return new Map(
    rows.map(({ subject, uses }) => [
      subject,
      uses.map(([name, minutes, secondsAgo]) => ({ name, minutes, secondsAgo })),
    ]),
  );
}

const takingOut = (pool: pg.Pool, process: string): Pick<UsageCounts, 'takeBack' | 'remove'> => ({
  async takeBack(subjects, name) {
    const values = [subjects, name, process];
    await pool.query({ name: 'usage-counts-take-back', text: TAKE_BACK, values });
  },

  async remove(subjects, names) {
    await pool.query({ name: 'usage-counts-remove', text: REMOVE, values: [subjects, names] });
  },
});

/** The counts are in Postgres, so that limits hold for all processes together and after restarts. */
export function createUsageCounts(pool: pg.Pool): UsageCounts {
  const process = randomUUID();
  return {
    async add(subjects, use) {
      const added = [...new Set(subjects)].map((subject) => ({ subject, ...use }));
      const counted = await addAll(pool, process, added);
      return subjects.map((subject) => counted.get(subject) ?? []);
    },
    ...takingOut(pool, process),
  };
}

/** Works like `createUsageCounts`, but uses that are counted at the same time share statements. */
export function createSharedUsageCounts(pool: pg.Pool): UsageCounts {
  const process = randomUUID();
  const add = batcher(async (uses: readonly AddedUse[]) => {
    const counted = new Map<AddedUse, readonly CountedUse[]>();
    // Several uses of one subject are counted one after the other, so that the result of each includes only those before it.
    for (let left = uses; left.length > 0; left = left.filter((use) => !counted.has(use))) {
      const next = [...Map.groupBy(left, ({ subject }) => subject).values()].flatMap(
        ([first]) => first ?? [],
      );
      const bySubject = await addAll(pool, process, next);
      for (const use of next) counted.set(use, bySubject.get(use.subject) ?? []);
    }
    return uses.map((use) => counted.get(use) ?? []);
  });
  return {
    ...takingOut(pool, process),
    add: (subjects, use) => Promise.all(subjects.map((subject) => add({ subject, ...use }))),
  };
}

/** A subject is deleted a while after its last use has stopped counting, which it does after a day. */
const KEPT = '25 hours';
/** The number of subjects that one statement looks at, so that no statement takes long even if there are very many subjects. */
const SWEPT_AT_ONCE = 1_000;

/** Skips rows that a request or another process's sweep is just changing. The next sweep finds them. */
const SWEEP = `
  with page as (
    select subject, changed_at from usage_counts where subject > $1 order by subject limit ${SWEPT_AT_ONCE}
  ), forgotten as (
    delete from usage_counts where subject in (
      select subject from usage_counts where subject in (select subject from page)
        and changed_at < now() - interval '${KEPT}' for update skip locked)
  )
  select max(subject) as last from page`;

/** Removes the subjects without a recent use; several processes may do so at once. */
export async function sweepUsageCounts(pool: pg.Pool): Promise<void> {
  for (let last: string | null = ''; last !== null; ) {
    const { rows }: pg.QueryResult<{ last: string | null }> = await pool.query({
      name: 'usage-counts-sweep',
      text: SWEEP,
      values: [last],
    });
    last = rows[0]?.last ?? null;
  }
}
