-- The table `usage_limits` stays although this release doesn't use it: processes of the release before, which run beside
-- this one during an upgrade, still count in it. A later release may drop it, with `if exists`.

-- One row a subject: its lock makes counting and looking one step, so that racing requests can't pass together.
create table usage_counts (
  subject text primary key,
  -- The key is the name of the use: [seconds since 1970, minutes of the calendar, process that has counted it].
  uses jsonb not null,
  changed_at timestamptz not null default now()
);

-- Salts for the hashes of network addresses, a new one each month. A hash whose salt is gone fits no address.
create table source_salts (
  month text primary key,
  salt bytea not null
);
