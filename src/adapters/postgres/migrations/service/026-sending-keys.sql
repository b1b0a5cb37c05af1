-- The keys that staff have entered for sending texts and mails, sealed. The log says which row of a channel is in force.
create table sending_keys (
  id uuid primary key,
  channel text not null,
  saved_at timestamptz not null default now(),
  box bytea not null
);
