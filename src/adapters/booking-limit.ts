import type pg from 'pg';

/** At most so many bookings an hour for one phone or e-mail. */
export interface BookingLimit {
  /**
   * Counts a booking for everyone it is made under; counting the same command again changes nothing.
   *
   * @param subjects keyed hashes of the phone and the e-mail, never the values themselves
   * @returns 0 when it may be made, else seconds until it may
   */
  admit(subjects: readonly string[], commandId: string): Promise<number>;
  /** Takes a booking that was refused for another reason out of the count. */
  withdraw(subjects: readonly string[], commandId: string): Promise<void>;
}

const WINDOW_SECONDS = 3600;

/** One row a subject: the row lock makes count and insert one step, so racing requests can't pass together. */
export async function migrateBookingLimit(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create table if not exists booking_limits (
      subject text primary key,
      bookings jsonb not null,
      changed_at timestamptz not null default now()
    )`);
}

const ADMIT = `
  insert into booking_limits as kept (subject, bookings)
  select subject, jsonb_build_object($2::text, extract(epoch from now()))
  from unnest($1::text[]) subject order by subject
  on conflict (subject) do update set changed_at = now(), bookings = (
    select case
      when recent ? $2::text or (select count(*) from jsonb_object_keys(recent)) >= $3::int then recent
      else recent || excluded.bookings end
    from (
      select coalesce(jsonb_object_agg(key, value), '{}') recent from jsonb_each(kept.bookings)
      where value::numeric > extract(epoch from now()) - ${WINDOW_SECONDS}
    ) still_counted)
  returning bookings ? $2::text as admitted,
    (select min(value::numeric) + ${WINDOW_SECONDS} - extract(epoch from now()) from jsonb_each(bookings))::float8
      as wait`;

const WITHDRAW = `
  update booking_limits set bookings = bookings - $2::text
  where subject in (select subject from booking_limits where subject = any($1::text[]) order by subject for update)`;

/** Counted in Postgres, so that the limit holds over all processes. `perHour` 0 switches it off. */
export function createBookingLimit(pool: pg.Pool, perHour: number): BookingLimit {
  if (perHour === 0) return { admit: async () => 0, withdraw: async () => {} };

  const withdraw = async (subjects: readonly string[], commandId: string) => {
    await pool.query({ name: 'booking-limit-withdraw', text: WITHDRAW, values: [subjects, commandId] });
  };
  return {
    async admit(subjects, commandId) {
      const { rows } = await pool.query<{ admitted: boolean; wait: number }>({
        name: 'booking-limit-admit',
        text: ADMIT,
        values: [[...new Set(subjects)], commandId, perHour],
      });
      const refused = rows.filter(({ admitted }) => !admitted);
      if (refused.length === 0) return 0;
      await withdraw(subjects, commandId);
      return Math.max(1, ...refused.map(({ wait }) => wait));
    },
    withdraw,
  };
}
