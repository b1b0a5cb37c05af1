import { z } from 'zod';
import { defineOperation } from '../operation.ts';

/** The open transaction for which the readers of the log have been waiting for some seconds; null when there is none. */
export const LogWait = z
  .object({
    /** Its id in Postgres. */
    transaction: z.string(),
    since: z.iso.datetime(),
    /** The fields below are null where Postgres doesn't say them. */
    database: z.string().nullable(),
    application: z.string().nullable(),
    pid: z.int().nullable(),
    /** State in `pg_stat_activity`, such as `idle in transaction`; or `prepared`. */
    state: z.string().nullable(),
  })
  .nullable();
export type LogWait = z.infer<typeof LogWait>;

export const getLogWait = defineOperation({
  method: 'get',
  path: '/api/admin/projections/waiting',
  summary: 'The open transaction that keeps new records from the pages, if there is one',
  caller: 'admin',
  roles: 'all',
  area: null,
  answer: { status: 200, body: z.object({ waiting_for: LogWait }) },
});
