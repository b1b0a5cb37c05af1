-- Codes that were sent to somebody's phone or e-mail for one request to book. Contacts and codes are keyed hashes.
create table booking_codes (
  booking_id uuid primary key,
  contact text not null,
  way text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz
);
create index booking_codes_contact on booking_codes (contact);
create index booking_codes_expires_at on booking_codes (expires_at);

-- Contacts that have answered a code, as keyed hashes, and until when they need none.
create table trusted_contacts (
  contact text primary key,
  trusted_until timestamptz not null
);
