-- As the first release made them at every start; `if not exists` takes over a database of that release.

-- Keys have a schema of their own, since they are backed up apart from the log and from the read models.
create schema if not exists sealing;
create table if not exists sealing.sealing_keys (
  stream text primary key,
  key bytea,
  shredded_at timestamptz,
  check ((key is null) = (shredded_at is not null))
);

create table if not exists process_checkpoints (
  process text primary key,
  position text collate "C" not null
);
create table if not exists slot_keeper_slots (key text primary key, item jsonb not null);

-- One row a subject: its lock makes count and insert one step, so that racing requests can't pass together.
create table if not exists usage_limits (
  subject text primary key,
  uses jsonb not null,
  changed_at timestamptz not null default now()
);
