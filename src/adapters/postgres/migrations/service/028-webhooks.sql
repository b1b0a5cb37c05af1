-- Webhooks: addresses of the owner's programs that get events as they happen (docs/webhooks.md).
create table webhooks (
  id uuid primary key,
  url text not null,
  -- Types of the events: names, or prefixes such as `appointment.*`; null for all.
  types text[],
  -- Counts the decisions of staff about it.
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
  -- The sender that alone may send until then, by the database's clock. Every decision of staff takes the claim away.
  held_by uuid,
  held_until timestamptz,
  -- The command of staff that came last, so that it can be sent again.
  command_id uuid not null,
  request_hash text not null
);

-- Secrets that sign deliveries, sealed. A webhook's present secret has no end; a former one ends a day after the next was made.
create table webhook_secrets (
  id uuid primary key,
  webhook_id uuid not null,
  made_at timestamptz not null,
  ends_at timestamptz,
  box bytea not null
);
create index webhook_secrets_of on webhook_secrets (webhook_id);

-- Deliveries of the last thirty days, with their results.
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
  failure text
);
create index webhook_deliveries_of on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_at on webhook_deliveries (at);
