import type { Pool } from 'pg';

export interface QueryDeps {
  readonly pool: Pool;
  readonly timeZone: string;
  now(): Date;
}
