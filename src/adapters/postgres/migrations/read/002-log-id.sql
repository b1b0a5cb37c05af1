-- Which event log the rows come from. `identity` is how the first release told it, and stays for going back to it.
alter table read.log
  add column kind text,
  add column log_id uuid,
  alter column identity drop not null,
  add check ((kind is null) = (log_id is null)),
  add check (identity is not null or log_id is not null);
