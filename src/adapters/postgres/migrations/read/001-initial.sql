-- The versions of the read models that are there. Each has tables of its own, which the program makes.
create table read.models (
  place text not null,
  name text not null,
  version integer not null,
  build uuid not null default gen_random_uuid(),
  position text collate "C" not null,
  -- The last event before the position. If the log doesn't have it any more, the log was set back, and the rows are wrong.
  last_event jsonb,
  events bigint not null default 0,
  status text not null default 'running',
  error text,
  error_position text,
  updated_at timestamptz not null default now(),
  primary key (place, name)
);

-- Names the event log of the rows, or the restore that is unfinished: no service starts until that is repeated.
create table read.log (
  only_one boolean primary key default true check (only_one),
  kind text,
  log_id uuid,
  unfinished text,
  -- An event that a process has seen and that the log doesn't have any more.
  missed jsonb,
  -- Changes when the log is accepted as it is.
  accepted uuid not null default gen_random_uuid(),
  check ((kind is null) = (log_id is null)),
  check ((log_id is null) = (unfinished is not null))
);

-- Finds parts of names by an index. Where an operator's Postgres doesn't have it, or the service may not add it, the same
-- searches look through all rows.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm with schema public;
  end if;
exception
  when insufficient_privilege or invalid_schema_name then null;
end
$$;
