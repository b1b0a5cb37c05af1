-- The private address under which a staff member's phone reads the salon's calendar, as the SHA-256 of its token.
create table accounts.calendar_addresses (
  user_id uuid primary key references accounts.users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null
);
