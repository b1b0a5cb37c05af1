-- The causes of texts to customers, so that none is forgotten; the log alone decides whether and which text is sent. Rows are never purged:
-- a cause without its row would never be looked at again.
create table sent (
  event_id uuid primary key,
  booking_id uuid not null,
  look_at timestamptz not null,
  -- The attempt that a look found without an outcome, and since when, by this server's clock.
  open_attempt uuid,
  open_since timestamptz,
  ended_at timestamptz
);
create index sent_to_look_at on sent (look_at) where ended_at is null;

-- Whether texts leave at all, and from which position of the log on; no row before the first start.
create table sending (
  only_row boolean primary key default true check (only_row),
  paused boolean not null,
  -- The reason: an admin, spending, or a copy of the database.
  why text,
  line text not null,
  line_at timestamptz not null,
  -- The place of the database when it last sent; a copy is in another one.
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
