-- People who sign in. They have a schema of their own, as the keys have; secrets in it are hashed or sealed.
create schema accounts;

create table accounts.users (
  id uuid primary key,
  email text not null,
  -- Null for somebody who only ever signed in by another provider, or was invited and has not chosen one yet.
  password_hash text,
  email_confirmed_at timestamptz,
  first_name text not null default '',
  last_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_sign_in_at timestamptz
);
create unique index users_email on accounts.users (lower(email));

create table accounts.user_roles (
  user_id uuid not null references accounts.users on delete cascade,
  role text not null check (role = 'admin'),
  granted_at timestamptz not null,
  primary key (user_id, role)
);

-- Accounts of other providers that sign in as this user.
create table accounts.identities (
  provider text not null,
  subject text not null,
  user_id uuid not null references accounts.users on delete cascade,
  email text,
  created_at timestamptz not null,
  last_sign_in_at timestamptz not null,
  primary key (provider, subject)
);
create index identities_user on accounts.identities (user_id);

create table accounts.sessions (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  aal text not null check (aal in ('aal1', 'aal2')),
  -- The user's proofs: [{"method": "password", "timestamp": seconds since 1970}].
  amr jsonb not null,
  user_agent text not null,
  -- Keyed hash of the network address; of the last refresh.
  source_hash text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on accounts.sessions (user_id);
create index sessions_ended on accounts.sessions (ended_at) where ended_at is not null;

-- SHA-256 of each; a used one stays until its session is swept, to tell when it is used again.
create table accounts.refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references accounts.sessions on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on accounts.refresh_tokens (session_id);

-- Tokens of links in mails. A token follows from the id by a key that is not stored here.
create table accounts.one_time_tokens (
  id uuid primary key,
  hash bytea not null unique,
  user_id uuid not null references accounts.users on delete cascade,
  kind text not null check (kind in ('confirmation', 'recovery', 'invitation', 'email_change')),
  -- The new address of an e-mail change.
  email text,
  -- Set if the client waits for the link with PKCE.
  code_challenge text,
  redirect_to text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user on accounts.one_time_tokens (user_id, kind);
create index one_time_tokens_expiry on accounts.one_time_tokens (expires_at);

-- Sign-ins with PKCE, from their start to the exchange of the code for a session.
create table accounts.flow_states (
  id uuid primary key,
  -- SHA-256 of the code that the client exchanges; null until the sign-in has come back.
  code_hash bytea unique,
  user_id uuid references accounts.users on delete cascade,
  method text not null,
  code_challenge text not null,
  redirect_to text not null,
  -- Set for a sign-in at another provider, with SHA-256 of the state that it sends back.
  provider text,
  provider_state_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index flow_states_expiry on accounts.flow_states (expires_at);

-- Second factors. A passkey is also a first one.
create table accounts.factors (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null check (status in ('unverified', 'verified')),
  friendly_name text not null,
  -- Only a TOTP factor has one; sealed.
  secret bytea,
  -- The last step a code was taken for, so that no code is taken twice.
  last_step bigint,
  phone text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_challenged_at timestamptz
);
create unique index factors_name on accounts.factors (user_id, friendly_name) where friendly_name <> '';

create table accounts.challenges (
  id uuid primary key,
  factor_id uuid not null references accounts.factors on delete cascade,
  -- Keyed hash of the code sent to a phone.
  code_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz
);
create index challenges_factor on accounts.challenges (factor_id);

create table accounts.passkeys (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  device_type text not null,
  backed_up boolean not null,
  friendly_name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on accounts.passkeys (user_id);

create table accounts.passkey_challenges (
  id uuid primary key,
  -- Null for a sign-in, whose user is not known yet.
  user_id uuid references accounts.users on delete cascade,
  challenge text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index passkey_challenges_expiry on accounts.passkey_challenges (expires_at);

-- Keyed hashes.
create table accounts.recovery_codes (
  user_id uuid not null references accounts.users on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- Devices that have signed in before: SHA-256 of the cookie.
create table accounts.devices (
  hash bytea not null,
  user_id uuid not null references accounts.users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (user_id, hash)
);

create table accounts.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Sealed.
  private_key bytea not null,
  created_at timestamptz not null,
  -- Published from the start, signs from here on until its successor does; deleted when its last token has expired.
  signs_from timestamptz not null
);

create table accounts.sign_in_events (
  id uuid primary key,
  at timestamptz not null,
  user_id uuid references accounts.users on delete cascade,
  -- Such as `signed-in`, `wrong-password`, `session-ended`.
  kind text not null,
  method text,
  -- Keyed hashes of the network address and, where no account is known, of the e-mail.
  source_hash text,
  email_hash text,
  user_agent text not null
);
create index sign_in_events_user on accounts.sign_in_events (user_id, at desc);
create index sign_in_events_at on accounts.sign_in_events (at);
