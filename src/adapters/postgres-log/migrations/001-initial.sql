create table log.events (
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
