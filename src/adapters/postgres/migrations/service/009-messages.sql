-- What asks for a text to a customer, so that nothing is forgotten; whether and what is sent is decided by the log alone. Rows
-- are never purged: with one gone, its cause would only never be looked at again.
create table sent (
  event_id uuid primary key,
  booking_id uuid not null,
  look_at timestamptz not null,
  -- Of the attempt that a look found without an outcome, by this server's clock.
  open_attempt uuid,
  open_since timestamptz,
  ended_at timestamptz
);
create index sent_to_look_at on sent (look_at) where ended_at is null;

-- Whether texts leave at all, and from which position of the log on; no row before the first start.
create table sending (
  only_row boolean primary key default true check (only_row),
  paused boolean not null,
  -- Why: by an admin, spending, or because this is a copy.
  why text,
  line text not null,
  line_at timestamptz not null,
  -- Where the database was when it last sent; in a copy it is elsewhere.
  home text not null,
  -- The day's texts are counted from here on, after staff have lifted a stop.
  counted_from timestamptz not null
);

-- Texts of late, for the limits and to find the bookings that a number was texted about. Numbers are keyed hashes.
create table texts_counted (
  cause_id uuid primary key,
  booking_id uuid not null,
  number text not null,
  prefix text not null,
  address text,
  counted_at timestamptz not null default now()
);
create index texts_counted_number on texts_counted (number, counted_at);
create index texts_counted_prefix on texts_counted (prefix, counted_at);
create index texts_counted_address on texts_counted (address, counted_at);
create index texts_counted_at on texts_counted (counted_at);
