-- Finds parts of names by an index. Where an operator's Postgres doesn't have it, or the service may not add it, the same
-- searches look through all rows.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm with schema public;
  end if;
exception
  when insufficient_privilege or invalid_schema_name then null;
end
$$;
