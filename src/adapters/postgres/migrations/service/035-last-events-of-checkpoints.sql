-- The last event before the position. If the log doesn't have it any more, the log was set back.
alter table process_checkpoints add column last_event jsonb;
alter table webhooks add column last_event jsonb;
