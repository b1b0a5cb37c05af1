-- The last event before the checkpoint. If the log doesn't have it any more, the log was set back, and the rows are wrong.
alter table read.models add column last_event jsonb;
alter table read.log
  -- An event that a process has seen and that the log doesn't have any more.
  add column missed jsonb,
  -- Changes when the log is accepted as it is.
  add column accepted uuid not null default gen_random_uuid();
