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
  admit(subjects: readonly string[], use: string, insteadOf?: string): Promise<number>;
  /** Takes a use out of the count: it was refused for another reason, or is over. */
  withdraw(subjects: readonly string[], use: string): Promise<void>;
}

const ADMIT = `
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

const WITHDRAW = `
  update usage_limits set uses = uses - $2::text
  where subject in (select subject from usage_limits where subject = any($1::text[]) order by subject for update)`;

/** Counted in Postgres, so that a limit holds over all processes. `most` 0 switches it off. */
export function createUsageLimit(
  pool: pg.Pool,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): UsageLimit {
  if (most === 0) return { admit: async () => 0, withdraw: async () => {} };

  const withdraw = async (subjects: readonly string[], use: string) => {
    await pool.query({ name: 'usage-limit-withdraw', text: WITHDRAW, values: [subjects, use] });
  };
  return {
    async admit(subjects, use, insteadOf = '') {
      const { rows } = await pool.query<{ admitted: boolean; wait: number }>({
        name: 'usage-limit-admit',
        text: ADMIT,
        values: [[...new Set(subjects)], use, most, seconds, insteadOf],
      });
      const refused = rows.filter(({ admitted }) => !admitted);
      if (refused.length === 0) return 0;
      await withdraw(subjects, use);
      return Math.max(1, ...refused.map(({ wait }) => wait));
    },
    withdraw,
  };
}
