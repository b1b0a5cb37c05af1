-- As the first release made them at every start; `if not exists` takes over a database of that release.
create table if not exists read.models (
  place text not null,
  name text not null,
  version integer not null,
  build uuid not null default gen_random_uuid(),
  position text collate "C" not null,
  events bigint not null default 0,
  status text not null default 'running',
  error text,
  error_position text,
  updated_at timestamptz not null default now(),
  primary key (place, name)
);
create table if not exists read.log (
  only_one boolean primary key default true check (only_one),
  identity text not null
);
