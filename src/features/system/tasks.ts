import type { Queryable } from '../../adapters/postgres/pool.ts';

/**
 * A table of tasks for the process that projects: any process can ask, and sees the progress. Only the process with the projector lock does
 * them, so one at a time.
 */

export type TaskKind = 'backup' | 'proof' | 'rebuild' | 'retry';

/** A task that is asked for or under way. */
export interface OpenTask {
  readonly id: string;
  readonly kind: TaskKind;
  readonly readModel: string | null;
  /** Null where the service itself asked. */
  readonly askedBy: string | null;
  readonly askedAt: Date;
  readonly beganAt: Date | null;
  readonly tries: number;
  readonly progress: unknown;
}

/** A task that has ended, with either what came of it or why it could not be done. */
interface EndedTask {
  readonly readModel: string | null;
  readonly askedBy: string | null;
  readonly endedAt: Date;
  readonly result: unknown;
  readonly error: string | null;
}

const OPEN = `id, kind, read_model as "readModel", asked_by as "askedBy", asked_at as "askedAt", began_at as "beganAt", tries, progress`;
const ENDED = `read_model as "readModel", asked_by as "askedBy", ended_at as "endedAt", result, error`;
const KEPT = "interval '90 days'";

/** Asks for a task. @returns false when the same one is open already */
export async function askFor(
  db: Queryable,
  kind: TaskKind,
  { readModel = null, askedBy, now }: { readModel?: string | null; askedBy: string | null; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into projector_tasks (kind, read_model, asked_by, asked_at) values ($1, $2, $3, $4)
     on conflict (kind, coalesce(read_model, '')) where ended_at is null do nothing`,
    [kind, readModel, askedBy, now],
  );
  return rowCount === 1;
}

/** Read these before what has ended: then a task that ends in between isn't missing from both. */
export async function openTasks(db: Queryable, kind: TaskKind): Promise<readonly OpenTask[]> {
  const { rows } = await db.query<OpenTask>(
    `select ${OPEN} from projector_tasks where kind = $1 and ended_at is null order by id`,
    [kind],
  );
  return rows;
}

/** The task that ended last, of those that came to a result or of all. */
export async function lastEnded(
  db: Queryable,
  kind: TaskKind,
  { withResult }: { readonly withResult: boolean },
): Promise<EndedTask | undefined> {
  const { rows } = await db.query<EndedTask>(
    `select ${ENDED} from projector_tasks where kind = $1 and ended_at is not null and (error is null or not $2)
     order by id desc limit 1`,
    [kind, withResult],
  );
  return rows[0];
}

/** The task of each read model that ended last. */
export async function endedByReadModel(db: Queryable, kind: TaskKind): Promise<readonly EndedTask[]> {
  const { rows } = await db.query<EndedTask>(
    `select distinct on (read_model) ${ENDED} from projector_tasks where kind = $1 and ended_at is not null
     order by read_model, id desc`,
    [kind],
  );
  return rows;
}

export async function lastAskedByItself(db: Queryable, kind: TaskKind): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    'select max(asked_at) as at from projector_tasks where kind = $1 and asked_by is null',
    [kind],
  );
  return rows[0]?.at ?? null;
}

/** Begins the open task that was asked for first. One that a killed process had begun is begun again. */
export async function beginNext(db: Queryable, kind: TaskKind, now: Date): Promise<OpenTask | undefined> {
  const { rows } = await db.query<OpenTask>(
    `update projector_tasks set began_at = $2, tries = tries + 1, progress = null where id = (
       select id from projector_tasks where kind = $1 and ended_at is null order by id limit 1)
     returning ${OPEN}`,
    [kind, now],
  );
  return rows[0];
}

export async function noteProgress(db: Queryable, { id }: OpenTask, progress: object): Promise<void> {
  await db.query('update projector_tasks set progress = $2 where id = $1', [id, JSON.stringify(progress)]);
}

/** Ends a task, and removes what ended long ago, except the last result of its kind. */
export async function endTask(
  db: Queryable,
  { id, kind }: OpenTask,
  end: { readonly result: object } | { readonly error: string },
  now: Date,
): Promise<void> {
  const [result, error] = 'error' in end ? [null, end.error] : [JSON.stringify(end.result), null];
  await db.query(
    `update projector_tasks set ended_at = $2, result = $3, error = $4, progress = null
     where id = $1 and ended_at is null`,
    [id, now, result, error],
  );
  await db.query(
    `delete from projector_tasks where kind = $1 and ended_at < $2::timestamptz - ${KEPT} and id is distinct from (
       select id from projector_tasks where kind = $1 and ended_at is not null and error is null
       order by id desc limit 1)`,
    [kind, now],
  );
}
