import type { Pool } from 'pg';

/** Dependencies of a query whose answer depends on the time in the salon. */
export interface QueryDeps {
  readonly pool: Pool;
  readonly timeZone: string;
  now(): Date;
}
