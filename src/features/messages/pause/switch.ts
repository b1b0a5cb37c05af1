import type { Pool } from 'pg';
import type { PauseReason } from '../../../contracts/messages/message-words.ts';
import type { Position } from '../../../eventsourcing/event-store.ts';
import type { Sending } from '../decision/decide-message.ts';

export interface SendingState extends Sending {
  /** Null while messages leave, and before the first start. */
  readonly why: PauseReason | null;
}

/** Before the first start nothing leaves. */
const NOT_BEGUN: SendingState = { paused: true, why: null, watermark: '', watermarkAt: new Date(0) };

/** Whether messages leave at all: the one row of the table `sending`, whose columns `line` and `line_at` are the watermark. */
export interface SendingSwitch {
  /** The state at the time of the call. */
  read(): Promise<SendingState>;
  /** Stops texts when too many left within a day. The reason of an earlier pause stays. */
  stop(): Promise<void>;
  /**
   * Applies what staff decided last, unless that was done before. Resuming counts the texts of a day anew. In a copied or restored
   * database it also sets the watermark at the decision: what was asked for before may have been sent in a time that the log has lost.
   */
  follow(decided: Decided): Promise<void>;
  /**
   * Records where the database is, and pauses when it was elsewhere before, since then it is a copy.
   *
   * @returns true once for each copy
   */
  pauseIfCopied(home: string): Promise<boolean>;
}

/** The last decision of staff, and its position in the log. */
export interface Decided {
  readonly paused: boolean;
  readonly at: Position;
}

/** Texts are counted by the database's clock, so the count begins anew by it, too. */
const RESUME = `
  update sending set
    paused = false, why = null, decided = $1,
    counted_from = case when paused then now() else counted_from end,
    line = case when why = 'copied' then $1 else line end,
    line_at = case when why = 'copied' then $2 else line_at end
  where decided is distinct from $1`;

/** In a copy the reason stays `copied`. */
const PAUSE = `
  update sending set paused = true, why = coalesce(why, 'staff'), decided = $1 where decided is distinct from $1`;

const PAUSE_IF_COPIED = `
  update sending set paused = true, why = 'copied', home = $1 where home <> $1`;

export function createSendingSwitch(pool: Pool, now: () => Date): SendingSwitch {
  return {
    async read() {
      const { rows } = await pool.query<SendingState>({
        name: 'sending-read',
        text: 'select paused, why, line as watermark, line_at as "watermarkAt" from sending',
      });
      return rows[0] ?? NOT_BEGUN;
    },
    async stop() {
      await pool.query("update sending set paused = true, why = coalesce(why, 'spending')");
    },
    async follow({ paused, at }) {
      await (paused ? pool.query(PAUSE, [at]) : pool.query(RESUME, [at, now()]));
    },
    async pauseIfCopied(home) {
      return (await pool.query(PAUSE_IF_COPIED, [home])).rowCount === 1;
    },
  };
}

/**
 * SQL on the table `sending`: whether a channel is stopped, the opposite of `leaves`.
 *
 * @param channel an SQL expression of it
 */
export const isStopped = (channel: string): string =>
  `paused and (why is distinct from 'spending' or ${channel} = 'sms')`;

/**
 * Identifies where a database is: its cluster and, if this installation runs it, its folder. It differs for a dump that was loaded
 * elsewhere and for a copied folder.
 */
export async function homeOf(pool: Pool, folder: string | null): Promise<string> {
  const { rows } = await pool.query<{ home: string }>(
    `select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as home
     from pg_control_system()`,
  );
  return `${rows[0]?.home ?? ''}${folder === null ? '' : `/${folder}`}`;
}

/**
 * Whether this database is a copy of another one, and staff have not resumed messages in it. Also true before the first start in its new
 * home, which pauses them.
 *
 * @param folder as for `homeOf`
 */
export function createCopyCheck(pool: Pool, folder: string | null): () => Promise<boolean> {
  let home: string | undefined;
  return async () => {
    home ??= await homeOf(pool, folder);
    const { rows } = await pool.query<{ is: boolean }>({
      name: 'sending-is-copy',
      text: "select home <> $1 or (paused and why is not distinct from 'copied') as is from sending",
      values: [home],
    });
    return rows[0]?.is ?? false;
  };
}
