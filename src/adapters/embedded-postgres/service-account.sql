-- Makes the account that the service works as, or puts it right, and gives it this database. Run by a superuser in the service's
-- database, any number of times: docker-compose.yml and the embedded database do so at each start. The session's setting
-- "salon.service_password" holds the password.
do $$
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

  execute format('alter database %I owner to salon_service', current_database());
end
$$;
