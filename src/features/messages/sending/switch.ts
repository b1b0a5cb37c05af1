import type { Pool } from 'pg';
import type { Position } from '../../../eventsourcing/event-store.ts';
import type { Sending } from '../what-to-send.ts';

/** Why texts don't leave: staff paused them, too many left within a day, or the database is a copy or was restored. */
export type PauseReason = 'staff' | 'spending' | 'copied';

export interface SendingState extends Sending {
  /** Null while texts leave, and before the first start. */
  readonly why: PauseReason | null;
}

/** Before the first start nothing leaves. */
const NOT_BEGUN: SendingState = { paused: true, why: null, line: '', lineAt: new Date(0) };

/** Whether texts leave at all. */
export interface SendingSwitch {
  read(): Promise<SendingState>;
  pause(why: PauseReason): Promise<void>;
  /**
   * Lets texts leave again, and counts those of a day anew from now on. In a copied or restored database the line is drawn at the
   * log's end, since what was asked for before may have been sent in a time that the log has lost; after another pause it stays.
   */
  resume(line: Position): Promise<SendingState>;
  /** Notes where the database is, and pauses when it was elsewhere: then it is a copy. */
  settle(home: string): Promise<void>;
}

interface Row {
  readonly paused: boolean;
  readonly why: PauseReason | null;
  readonly line: string;
  readonly line_at: Date;
}

const RESUME = `
  update sending set
    paused = false, why = null,
    counted_from = $2,
    line = case when why = 'copied' then $1 else line end,
    line_at = case when why = 'copied' then $2 else line_at end
  where paused`;

const SETTLE = `
  update sending set
    paused = paused or home <> $1,
    why = case when home <> $1 then 'copied' else why end,
    home = $1`;

export function createSendingSwitch(pool: Pool, now: () => Date): SendingSwitch {
  async function read(): Promise<SendingState> {
    const { rows } = await pool.query<Row>({
      name: 'sending-read',
      text: 'select paused, why, line, line_at from sending',
    });
    const [row] = rows;
    return row ? { paused: row.paused, why: row.why, line: row.line, lineAt: row.line_at } : NOT_BEGUN;
  }
  return {
    read,
    async pause(why) {
      // A copy stays a copy until staff have looked at it.
      await pool.query('update sending set paused = true, why = coalesce(why, $1)', [why]);
    },
    async resume(line) {
      await pool.query(RESUME, [line, now()]);
      return read();
    },
    async settle(home) {
      await pool.query(SETTLE, [home]);
    },
  };
}

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
