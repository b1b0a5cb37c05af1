-- Names the event log of the rows. The first release named it by `identity`, which stays for going back to that release.
alter table read.log
  add column kind text,
  add column log_id uuid,
  alter column identity drop not null,
  add check ((kind is null) = (log_id is null)),
  add check (identity is not null or log_id is not null);
