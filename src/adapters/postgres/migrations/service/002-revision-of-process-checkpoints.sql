-- Counts the saves, so that a save demands that nobody has saved since the load. The first release's saves don't.
alter table process_checkpoints add column revision bigint not null default 0;
