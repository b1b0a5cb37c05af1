-- The tables of a database of the first release, its read models included.
create schema log;
create schema read;
create schema sealing;
create table log.events (
  global_position bigint generated always as identity not null,
  tx xid8 default pg_current_xact_id() not null,
  stream text not null,
  revision bigint not null,
  event_id uuid not null,
  type text not null,
  data json not null,
  metadata json not null,
  created timestamp with time zone default now() not null,
  constraint events_tx_global_position_key unique (tx, global_position),
  constraint events_pkey primary key (stream, revision)
);
create table public.process_checkpoints (
  process text not null,
  position text collate "C" not null,
  constraint process_checkpoints_pkey primary key (process)
);
create table public.slot_keeper_slots (
  key text not null,
  item jsonb not null,
  constraint slot_keeper_slots_pkey primary key (key)
);
create table public.usage_limits (
  subject text not null,
  uses jsonb not null,
  changed_at timestamp with time zone default now() not null,
  constraint usage_limits_pkey primary key (subject)
);
create table read.availability_days_v2 (
  date date not null,
  taken json,
  holds json,
  block uuid,
  constraint availability_days_v2_pkey primary key (date)
);
create table read.availability_hours_v2 (
  id uuid not null,
  day_of_week smallint,
  start_minute smallint,
  end_minute smallint,
  open boolean,
  constraint availability_hours_v2_pkey primary key (id)
);
create table read.availability_services_v2 (
  id text not null,
  duration integer,
  active boolean,
  constraint availability_services_v2_pkey primary key (id)
);
create table read.blocked_dates_v1 (
  id uuid not null,
  blocked_date date,
  reason text,
  constraint blocked_dates_v1_pkey primary key (id)
);
create index blocked_dates_v1_1 ON read.blocked_dates_v1 using btree (blocked_date);
create table read.bookings_v1 (
  id uuid not null,
  customer_name text,
  customer_email text,
  customer_phone text,
  customer_phone_e164 text,
  appointment_date date,
  start_minute smallint,
  end_minute smallint,
  services json,
  total_amount text,
  notes text,
  sms_consent boolean,
  status text,
  created_at timestamp with time zone,
  slot_id uuid,
  version integer,
  revision integer,
  constraint bookings_v1_pkey primary key (id)
);
create index bookings_v1_1 ON read.bookings_v1 using btree (appointment_date);
create index bookings_v1_2 ON read.bookings_v1 using btree (created_at, id);
create table read.hours_v1 (
  id uuid not null,
  day_of_week smallint,
  start_minute smallint,
  end_minute smallint,
  is_available boolean,
  constraint hours_v1_pkey primary key (id)
);
create table read.log (
  only_one boolean default true not null,
  identity text not null,
  constraint log_pkey primary key (only_one),
  constraint log_only_one_check check (only_one)
);
create table read.models (
  place text not null,
  name text not null,
  version integer not null,
  build uuid default gen_random_uuid() not null,
  position text collate "C" not null,
  events bigint default 0 not null,
  status text default 'running'::text not null,
  error text,
  error_position text,
  updated_at timestamp with time zone default now() not null,
  constraint models_pkey primary key (place, name)
);
create table read.services_v1 (
  id text not null,
  name text,
  description text,
  category text,
  public_group text,
  price_cents integer,
  price_text text,
  duration_minutes integer,
  active boolean,
  constraint services_v1_pkey primary key (id)
);
create table read.short_links_v1 (
  booking_id uuid not null,
  code_hash text,
  constraint short_links_v1_pkey primary key (booking_id)
);
create index short_links_v1_1 ON read.short_links_v1 using btree (code_hash);
create table sealing.sealing_keys (
  stream text not null,
  key bytea,
  shredded_at timestamp with time zone,
  constraint sealing_keys_pkey primary key (stream),
  constraint sealing_keys_check check (((key IS NULL) = (shredded_at IS NOT NULL)))
);
