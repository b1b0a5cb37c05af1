-- Addresses of the owner's programs, which are told of events as they happen (docs/webhooks.md).
create table webhooks (
  id uuid primary key,
  url text not null,
  -- Which types of events are told: names, or prefixes such as `appointment.*`; null for all.
  types text[],
  -- Counts what staff have decided about it.
  version integer not null default 1,
  -- Every event up to this position was delivered, or isn't wanted.
  position text not null,
  made_at timestamptz not null,
  made_by uuid not null,
  -- Nothing is sent since then.
  paused_at timestamptz,
  -- 'staff', 'failing' or 'gone'.
  paused_why text,
  -- Tries of the next event that have failed so far.
  failed_tries integer not null default 0,
  failing_since timestamptz,
  next_try_at timestamptz,
  -- The sender that may send right now, and until when nobody else may, by the database's clock. Whatever staff decide takes it away.
  held_by uuid,
  held_until timestamptz,
  -- The command of staff that came last, so that it can be sent again.
  command_id uuid not null,
  request_hash text not null
);

-- What their deliveries are signed with, sealed. Of an address, one has no end, and others end a day after a new one was made.
create table webhook_secrets (
  id uuid primary key,
  webhook_id uuid not null,
  made_at timestamptz not null,
  ends_at timestamptz,
  box bytea not null
);
create index webhook_secrets_of on webhook_secrets (webhook_id);

-- What was sent in the last thirty days, and what came of it.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid not null,
  type text not null,
  attempt integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  -- Null if there was no answer.
  status integer,
  -- Why it failed; null if it didn't.
  failure text
);
create index webhook_deliveries_of on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_at on webhook_deliveries (at);
