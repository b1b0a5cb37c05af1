import type pg from 'pg';

/** At most so many uses of something within a stretch of time, for each of those it is counted under. */
export interface UsageLimit {
  /**
   * Counts a use for every subject; counting the same use again changes nothing.
   *
   * @param subjects keyed hashes of a phone, an e-mail or an address, never the values themselves
   * @param insteadOf an earlier use that this one is about to replace, and that isn't counted against it
   * @returns 0 when it is within the limit, else seconds until it would be
   */
  consume(subjects: readonly string[], use: string, insteadOf?: string): Promise<number>;
  /** Takes a use out of the count: it was refused for another reason, or is over. */
  refund(subjects: readonly string[], use: string): Promise<void>;
}

const CONSUME = `
  insert into usage_limits as kept (subject, uses)
  select subject, jsonb_build_object($2::text, extract(epoch from now()))
  from unnest($1::text[]) subject order by subject
  on conflict (subject) do update set changed_at = now(), uses = (
    select case
      when recent ? $2::text or (select count(*) from jsonb_object_keys(recent - $5::text)) >= $3::int then recent
      else recent || excluded.uses end
    from (
      select coalesce(jsonb_object_agg(key, value), '{}') recent from jsonb_each(kept.uses)
      where value::numeric > extract(epoch from now()) - $4::int
    ) still_counted)
  returning uses ? $2::text as admitted,
    (select min(value::numeric) + $4::int - extract(epoch from now()) from jsonb_each(uses))::float8 as wait`;

const REFUND = `
  update usage_limits set uses = uses - $2::text
  where subject in (select subject from usage_limits where subject = any($1::text[]) order by subject for update)`;

/** Counted in Postgres, so that a limit holds over all processes. `most` 0 switches it off. */
export function createUsageLimit(
  pool: pg.Pool,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): UsageLimit {
  if (most === 0) return { consume: async () => 0, refund: async () => {} };

  const refund = async (subjects: readonly string[], use: string) => {
    await pool.query({ name: 'usage-limit-refund', text: REFUND, values: [subjects, use] });
  };
  return {
    async consume(subjects, use, insteadOf = '') {
      const { rows } = await pool.query<{ admitted: boolean; wait: number }>({
        name: 'usage-limit-consume',
        text: CONSUME,
        values: [[...new Set(subjects)], use, most, seconds, insteadOf],
      });
      const refused = rows.filter(({ admitted }) => !admitted);
      if (refused.length === 0) return 0;
      await refund(subjects, use);
      return Math.max(1, ...refused.map(({ wait }) => wait));
    },
    refund,
  };
}

/** No limit counts further back than an hour; after this long without a use a subject is forgotten. */
const KEPT = '12 hours';
/** Subjects looked at in one statement, so that none takes long however many there are. */
const SWEPT_AT_ONCE = 1_000;

/** Passes over rows that a request or another process's sweep is just changing: the next sweep finds them. */
const SWEEP = `
  with page as (
    select subject, changed_at from usage_limits where subject > $1 order by subject limit ${SWEPT_AT_ONCE}
  ), forgotten as (
    delete from usage_limits where subject in (
      select subject from usage_limits where subject in (select subject from page)
        and changed_at < now() - interval '${KEPT}' for update skip locked)
  )
  select max(subject) as last from page`;

/** Removes the subjects that nothing has been counted for of late; several processes may do so at once. */
export async function sweepUsageLimits(pool: pg.Pool): Promise<void> {
  for (let last: string | null = ''; last !== null; ) {
    const { rows }: pg.QueryResult<{ last: string | null }> = await pool.query({
      name: 'usage-limit-sweep',
      text: SWEEP,
      values: [last],
    });
    last = rows[0]?.last ?? null;
  }
}
