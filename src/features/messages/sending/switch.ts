import type { Pool } from 'pg';
import { batcher } from '../../../adapters/postgres/batcher.ts';
import type { PauseReason } from '../../../contracts/messages/message-words.ts';
import type { Position } from '../../../eventsourcing/event-store.ts';
import type { Sending } from '../what-to-send.ts';

export interface SendingState extends Sending {
  /** Null while texts leave, and before the first start. */
  readonly why: PauseReason | null;
}

/** Before the first start nothing leaves. */
const NOT_BEGUN: SendingState = { paused: true, why: null, line: '', lineAt: new Date(0) };

/** Whether texts leave at all. */
export interface SendingSwitch {
  /** As it is after the call; those who ask at the same time share a statement. */
  read(): Promise<SendingState>;
  /** Too many texts left within a day. A copy stays a copy until staff have looked at it. */
  stop(): Promise<void>;
  /**
   * Does what staff decided last, unless it was done before. Letting texts leave counts those of a day anew from now on. In a copied or
   * restored database it draws the line at the decision, since what was asked for before may have been sent in a time that the log has
   * lost; after another pause the line stays.
   */
  follow(decided: Decided): Promise<void>;
  /**
   * Notes where the database is, and pauses when it was elsewhere: then it is a copy.
   *
   * @returns whether it was; once for each copy
   */
  settle(home: string): Promise<boolean>;
}

/** What staff decided last, and where it is in the log. */
export interface Decided {
  readonly paused: boolean;
  readonly at: Position;
}

interface Row {
  readonly paused: boolean;
  readonly why: PauseReason | null;
  readonly line: string;
  readonly line_at: Date;
}

const RESUME = `
  update sending set
    paused = false, why = null, decided = $1,
    counted_from = case when paused then $2 else counted_from end,
    line = case when why = 'copied' then $1 else line end,
    line_at = case when why = 'copied' then $2 else line_at end
  where decided is distinct from $1`;

/** A copy stays a copy. */
const PAUSE = `
  update sending set paused = true, why = coalesce(why, 'staff'), decided = $1 where decided is distinct from $1`;

const SETTLE = `
  update sending set paused = true, why = 'copied', home = $1 where home <> $1`;

export function createSendingSwitch(pool: Pool, now: () => Date): SendingSwitch {
  const read = batcher(async (asked: readonly null[]) => {
    const { rows } = await pool.query<Row>({
      name: 'sending-read',
      text: 'select paused, why, line, line_at from sending',
    });
    const [row] = rows;
    const state = row ? { paused: row.paused, why: row.why, line: row.line, lineAt: row.line_at } : NOT_BEGUN;
    return asked.map((): SendingState => state);
  });
  return {
    read: () => read(null),
    async stop() {
      await pool.query("update sending set paused = true, why = coalesce(why, 'spending')");
    },
    async follow({ paused, at }) {
      await (paused ? pool.query(PAUSE, [at]) : pool.query(RESUME, [at, now()]));
    },
    async settle(home) {
      return (await pool.query(SETTLE, [home])).rowCount === 1;
    },
  };
}

/**
 * In SQL on the table `sending` what `leaves` says the other way round.
 *
 * @param channel an SQL expression of it
 */
export const isStopped = (channel: string): string =>
  `paused and (why is distinct from 'spending' or ${channel} = 'sms')`;

/** Whether texts leave, from which position on, and since when; undefined before the first start. */
export async function sendingSince(
  pool: Pool,
): Promise<{ readonly paused: boolean; readonly line: Position; readonly since: Date } | undefined> {
  const { rows } = await pool.query('select paused, line, counted_from as since from sending');
  return rows[0];
}

/**
 * Names the place of a database: its cluster and, where it belongs to this installation, the folder. A dump that is loaded
 * elsewhere, or a folder that was copied, gets another name.
 */
export async function homeOf(pool: Pool, folder: string | null): Promise<string> {
  const { rows } = await pool.query<{ home: string }>(
    `select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as home
     from pg_control_system()`,
  );
  return `${rows[0]?.home ?? ''}${folder === null ? '' : `/${folder}`}`;
}
