-- Rewritings of the database's files without the bytes of people who had been erased before, and their results.
create table cleanings (
  -- A time of this server's clock, like `shredded_at` of the keys: keys that were shredded before it are gone.
  began_at timestamptz primary key,
  ended_at timestamptz not null,
  result json not null
);

-- Backups that have been made, and not deleted by this program since.
create table backups (
  folder text primary key,
  taken_at timestamptz not null,
  -- Nobody who was erased before then can be opened with its file of keys any more, which was written anew; null until it was.
  cleaned_at timestamptz
);

-- Few of the keys: whether one waits for a cleaning is asked whenever the figures are.
create index sealing_keys_shredded on sealing.sealing_keys (shredded_at) where shredded_at is not null;
