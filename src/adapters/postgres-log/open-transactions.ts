import type { Pool } from 'pg';
import type { DeliveryLag } from '../event-log/event-log.ts';
import { queryRows } from './rows.ts';

/** While the feed waits, transactions of other databases are looked for at most this often. */
const LOOK_EVERY_MS = 250;
/** When readers have waited this long for a transaction, it is named. */
const LONG_SECONDS = 4;

/**
 * The transactions that were open at the statement's snapshot, each with the database of its backend; null while that isn't known.
 * A transaction that has an id by the time of the join has had it since it was given out, and no id of 64 bits is given out twice. So
 * none is ever taken for one of another database.
 */
const OPEN = `
  select xid, coalesce(a.datname, p.database) as database, coalesce(a.xact_start, p.prepared) as began,
    a.pid, a.application_name as application, case when p.gid is null then a.state else 'prepared' end as state
  from pg_snapshot_xip(pg_current_snapshot()) as o (xid)
  left join pg_stat_activity a on a.backend_xid = xid::xid
  left join pg_prepared_xacts p on p.transaction = xid::xid`;

const OF_OTHER_DATABASES = `select xid from (${OPEN}) o where database <> current_database()`;

/**
 * SQL for the end of the feed: the lowest id of the transactions that are open and may still write to the log.
 *
 * @param others SQL for an array of the ids that can't, since their transactions work in other databases
 */
export const feedEnd = (others: string): string => `
  (select coalesce(min(xid), pg_snapshot_xmax(pg_current_snapshot()))
   from pg_snapshot_xip(pg_current_snapshot()) as o (xid) where xid <> all (${others}))`;

/** The transactions of other databases, which the feed needn't wait for. They are looked for only while it waits. */
export interface OtherTransactions {
  /** Ids of those that were found last, as decimal texts. What has ended since does no harm. */
  ids(): readonly string[];
  /** Looks for them, unless somebody has just done so. @throws StoreUnavailable */
  look(): Promise<void>;
}

export function otherTransactions(pool: Pool): OtherTransactions {
  let ids: readonly string[] = [];
  let last: { readonly at: number; readonly look: Promise<void> } | undefined;
  const look = async () => {
    ids = (await queryRows<[string]>(pool, 'log-other-transactions', OF_OTHER_DATABASES)).map(([id]) => id);
  };
  return {
    ids: () => ids,
    look() {
      const at = performance.now();
      if (last === undefined || at - last.at >= LOOK_EVERY_MS) last = { at, look: look() };
      return last.look;
    },
  };
}

const DELIVERY_LAG = `
  with ours as materialized (select * from (${OPEN}) o where (database <> current_database()) is not true),
    held as (
      select count(*) as events, min(created) as since
      from log.events where tx >= (select coalesce(min(xid), pg_snapshot_xmax(pg_current_snapshot())) from ours)
    )
  select held.events, extract(epoch from clock_timestamp() - (select min(began) from ours)),
    extract(epoch from clock_timestamp() - held.since) >= ${LONG_SECONDS},
    first.xid, coalesce(first.began, held.since), first.database, first.application, first.pid, first.state
  from held left join (select * from ours order by xid limit 1) first on true`;

type LagRow = [
  events: string,
  oldestSeconds: string | null,
  isLong: boolean | null,
  transaction: string | null,
  since: Date,
  database: string | null,
  application: string | null,
  pid: number | null,
  state: string | null,
];

/** How far the feed is behind because of open transactions, and for which one it waits. @throws StoreUnavailable */
export async function deliveryLag(pool: Pool): Promise<DeliveryLag> {
  const [row] = await queryRows<LagRow>(pool, 'log-feed-lag', DELIVERY_LAG);
  if (!row) throw new Error('the lag is always one row');
  const [events, oldestSeconds, isLong, transaction, since, database, application, pid, state] = row;
  const waitingFor =
    isLong && transaction !== null
      ? { transaction, since: since.toISOString(), database, application, pid, state }
      : null;
  return { heldBackEvents: Number(events), oldestTransactionSeconds: Number(oldestSeconds ?? 0), waitingFor };
}
