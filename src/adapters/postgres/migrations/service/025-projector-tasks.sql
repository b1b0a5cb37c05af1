-- Tasks for the process that projects, such as to prove the log. Ended ones stay for ninety days, with their results.
create table projector_tasks (
  -- Tasks of a kind are begun and ended in this order.
  id bigint generated always as identity primary key,
  kind text not null,
  -- The read model that it is about, if it is about one.
  read_model text,
  asked_at timestamptz not null,
  -- The account that asked for it; null for what the service does by itself each night.
  asked_by uuid,
  began_at timestamptz,
  tries integer not null default 0,
  progress json,
  ended_at timestamptz,
  result json,
  error text
);
-- One of each at a time, and those to be done are found at once.
create unique index projector_tasks_open on projector_tasks (kind, coalesce(read_model, '')) where ended_at is null;
create index projector_tasks_ended on projector_tasks (kind, id) where ended_at is not null;
