-- Makes the account that the service works as, or puts it right, and gives it everything in this database. Run by a
-- superuser in the service's database, any number of times: docker-compose.yml and the embedded database do so at each
-- start. The session's setting "salon.service_password" holds the password.
do $$
declare
  statement text;
begin
  -- Also where commits don't wait for the disk, as in tests: a server that is killed now must come back with the account.
  perform set_config('synchronous_commit', 'on', true);
  -- Two that start at once would both find the account missing.
  perform pg_advisory_xact_lock(7203115031);

  if not exists (select from pg_roles where rolname = 'salon_service') then
    create role salon_service;
  end if;
  execute format(
    'alter role salon_service with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L',
    current_setting('salon.service_password')
  );
  -- Any long transaction of the cluster delays the event log's subscriptions, so the account may see its age.
  if not pg_has_role('salon_service', 'pg_read_all_stats', 'member') then
    grant pg_read_all_stats to salon_service;
  end if;
  -- After an erasure it begins another segment of the write-ahead log, so that the next checkpoint removes the former ones.
  if not has_function_privilege('salon_service', 'pg_switch_wal()', 'execute') then
    grant execute on function pg_switch_wal() to salon_service;
  end if;

  -- A database made before there was this account belongs to the superuser, with all that is in it. Objects of an extension, of an identity
  -- column or of a table go along with it.
  for statement in
    select format('alter database %I owner to salon_service', datname)
    from pg_database where datname = current_database() and datdba <> 'salon_service'::regrole
    union all
    select format('alter schema %I owner to salon_service', nspname)
    from pg_namespace
    where nspowner <> 'salon_service'::regrole and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
    union all
    select format('alter table %s owner to salon_service', c.oid::regclass)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relowner <> 'salon_service'::regrole and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (
        select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e')
      )
    union all
    select format('alter routine %s owner to salon_service', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proowner <> 'salon_service'::regrole and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (
        select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
      )
    union all
    select format('alter type %s owner to salon_service', t.oid::regtype)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where t.typowner <> 'salon_service'::regrole and t.typtype in ('d', 'e')
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  loop
    execute statement;
  end loop;
end
$$;
