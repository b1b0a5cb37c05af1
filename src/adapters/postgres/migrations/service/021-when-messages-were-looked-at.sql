-- The time at which the worker wrote `look_at` and `waits_for`, by the database's clock; null before the first look.
alter table sent add column looked_at timestamptz;
