-- Pictures that staff have uploaded, as they are served: each was made anew, and has nothing else of what was sent.
create table pictures (
  -- A hash of the files.
  id text primary key,
  shape text not null,
  width integer not null,
  height integer not null,
  colour text not null
);
create table picture_files (
  picture text not null references pictures (id),
  -- Such as `1080.avif`.
  name text not null,
  content bytea not null,
  primary key (picture, name)
);
-- They are compressed already.
alter table picture_files alter column content set storage external;
