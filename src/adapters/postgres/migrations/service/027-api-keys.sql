-- Keys with which other programs act for the administrator who made them. A revoked key has no hash: its row only names it in histories.
create table accounts.api_keys (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  name text not null,
  -- The SHA-256 of the key.
  key_hash bytea unique,
  areas text[] not null,
  may_write boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index on accounts.api_keys (user_id);
