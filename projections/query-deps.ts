import type { Pool } from 'pg';
import type { StartRules } from '../src/salon/starts.ts';

export interface QueryDeps {
  readonly pool: Pool;
  readonly timeZone: string;
  now(): Date;
}

/** The same with the rules about starts, for times that can be chosen. */
export interface StartsDeps extends QueryDeps {
  startRules(): StartRules;
}
