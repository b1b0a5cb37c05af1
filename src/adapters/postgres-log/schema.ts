import type { Pool } from 'pg';

const SCHEMA = `
  create schema if not exists log;
  create table if not exists log.events (
    global_position bigint generated always as identity,
    tx xid8 not null default pg_current_xact_id(),
    stream text not null,
    revision bigint not null,
    event_id uuid not null,
    type text not null,
    data json not null,
    metadata json not null,
    created timestamptz not null default now(),
    primary key (stream, revision),
    unique (tx, global_position)
  );
`;

/** Two processes starting at once would otherwise both find the schema missing, and one of them fail. */
const MIGRATION_LOCK = 7_203_115_021;

/** Creates the log's table where it is missing; may be called at every start, by several processes at once. */
export const migrateEventLog = async (pool: Pool): Promise<void> => {
  // Sent as one message, so that it is one transaction without holding a connection between statements.
  await pool.query(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK}); ${SCHEMA} commit`);
};
