import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/**
 * Random bytes with which network addresses are hashed; each month has its own. A salt is deleted once the month after its own
 * has ended: by the hourly sweep, or by the first booking or hold after that, whichever comes first.
 */
export interface SourceSalts {
  /** The salt of the month of this instant, and the salt of the month before if anything was hashed in it. */
  saltsAt(now: Date): Promise<{ readonly current: Buffer; readonly previous: Buffer | undefined }>;
}

const SALT_BYTES = 32;

/** `yyyy-MM`, in UTC. */
const monthOf = (instant: Date) => instant.toISOString().slice(0, 7);
const monthBefore = (instant: Date) =>
  monthOf(new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() - 1)));

const MAKE = 'insert into source_salts (month, salt) values ($1, $2) on conflict (month) do nothing';
const FIND = 'select month, salt from source_salts where month in ($1, $2)';
/** Once a salt is deleted, nobody can find the address that fits a hash. */
const FORGET = 'delete from source_salts where month < $1';

/** Deletes the salts that are no longer needed to make or compare a hash. */
export async function forgetOldSalts(pool: Pool, now: Date): Promise<void> {
  await pool.query(FORGET, [monthBefore(now)]);
}

/** All processes share the salts. A process reads them only once a month, since a month's salts never change. */
export function postgresSourceSalts(pool: Pool): SourceSalts {
  let known: { month: string; salts: ReturnType<SourceSalts['saltsAt']> } | undefined;

  async function load(month: string, before: string) {
    await pool.query(MAKE, [month, randomBytes(SALT_BYTES)]);
    const { rows } = await pool.query<{ month: string; salt: Buffer }>(FIND, [month, before]);
    await pool.query(FORGET, [before]);
    const salts = new Map(rows.map((row) => [row.month, row.salt]));
    const current = salts.get(month);
    if (!current) throw new Error(`the salt of ${month} is gone`);
    return { current, previous: salts.get(before) };
  }

  return {
    saltsAt(now) {
      const month = monthOf(now);
      if (known?.month !== month) {
        const salts = load(month, monthBefore(now));
        known = { month, salts };
        salts.catch(() => {
          if (known?.salts === salts) known = undefined;
        });
      }
      return known.salts;
    },
  };
}
