import { z } from 'zod';
import { boundedText } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { LogWait } from './log-wait.ts';

const Count = z.int().min(0);
const Lag = {
  /** Events of the log after its position, counted up to 1 000. */
  lag_events: Count,
  /** Age of the oldest of them. */
  lag_seconds: z.number().min(0),
};

const ReadModel = z.object({
  name: z.string(),
  version: Count,
  /** `stopped` at an event that it can't handle; `missing` until its tables of this version are filled. */
  status: z.enum(['running', 'stopped', 'missing']),
  position: z.string(),
  ...Lag,
  /** Events of its streams that are in its rows. */
  events: Count,
  /** Events a second, since somebody looked last; null when nobody has lately. */
  events_per_second: z.number().min(0).nullable(),
  error: z.string().nullable(),
  /** The event that it can't handle. */
  stopped_at: z
    .object({ position: z.string(), type: z.string().nullable(), stream: z.string().nullable() })
    .nullable(),
  /** Its rebuild that is asked for or under way. */
  rebuild: z
    .object({
      /** Null until it has begun. */
      began_at: z.iso.datetime().nullable(),
      done: Count,
      total: Count,
      events_per_second: z.number().min(0).nullable(),
      seconds_left: z.number().min(0).nullable(),
    })
    .nullable(),
  last_rebuild: z.object({ at: z.iso.datetime(), error: z.string().nullable() }).nullable(),
});
export type ReadModel = z.infer<typeof ReadModel>;

export const SystemState = z.object({
  /** The end of the log. */
  position: z.string(),
  read_models: z.array(ReadModel),
  process_managers: z.array(z.object({ name: z.string(), position: z.string(), ...Lag })),
  jobs: z.array(z.object({ queue: z.string(), waiting: Count, failed: Count })),
  log: z.object({
    kind: z.enum(['Postgres', 'EventStoreDB']),
    /** Its size is known only with Postgres, and at most a minute old. */
    events: Count.nullable(),
    bytes: Count.nullable(),
    events_of_week: Count.nullable(),
    waiting_for: LogWait,
  }),
  /** Null when the service has no folder for backups. */
  backup: z
    .object({
      /** The folder, if it is on the disk of the salon's own database, so that both can be lost at once. */
      beside_data: z.string().nullable().default(null),
      /** The newest backup of another log in the folder, such as of this salon before it was started without its database. */
      another_log: z.string().nullable().default(null),
      last_night: z.iso.date().nullable(),
      /** When the newest one was made, by whatever and wherever it is. */
      last: z.iso.datetime().nullable(),
      /** Whether one is asked for or under way. */
      is_running: z.boolean(),
      /** How many erasures aren't noted beside the backups, since the folder couldn't be written to. */
      unnoted_erasures: Count.default(0),
      /** The newest try of the service, if it came to no end. */
      failed: z.object({ at: z.iso.datetime(), error: z.string() }).nullable(),
    })
    .nullable(),
  /** After an erasure, the database's files are written anew, so that they keep nothing of the person. */
  cleaning: z.object({
    last: z.iso.datetime().nullable(),
    /** The latest time for the cleanings that wait; null if none do. */
    due_by: z.iso.datetime().nullable(),
    late: z.boolean(),
  }),
  versions: z.object({ program: z.string(), node: z.string(), postgres: z.string() }),
});
export type SystemState = z.infer<typeof SystemState>;

const PATH = '/api/admin/projections';

export const getProjections = defineOperation({
  method: 'get',
  path: PATH,
  summary: 'The state of the read models and everything else behind the pages',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: { status: 200, body: SystemState },
});

const ONE = {
  method: 'post',
  caller: 'admin',
  roles: 'owners',
  area: null,
  params: z.object({ name: boundedText(40, 'not-found').regex(/^[a-z_]+$/, 'not-found') }),
  answer: { status: 200, body: SystemState },
} as const;

export const rebuildProjection = defineOperation({
  ...ONE,
  path: `${PATH}/{name}/rebuild`,
  summary: 'Rebuild a read model from the log, beside the one that is read meanwhile',
  problems: ['not-found', 'rebuild-running'],
});

export const retryProjection = defineOperation({
  ...ONE,
  path: `${PATH}/{name}/retry`,
  summary: 'Let a read model try the event again at which it has stopped',
  problems: ['not-found', 'not-stopped'],
});
