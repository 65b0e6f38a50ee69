-- Roles belong to the whole server, so another database of it may have made them already.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit')
    ) as roles (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s', wanted.name, wanted.options);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
  end loop;
end
$$;

-- The gateway owns nothing and becomes one of the three for each transaction; the owner may act as them too.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (
      select from pg_auth_members
      where roleid = role_name::regrole and member = 'authenticator'::regrole
    ) then
      execute format('grant %I to authenticator', role_name);
    end if;
    if not pg_has_role(current_user, role_name, 'member') then
      begin
        execute format('grant %I to current_user', role_name);
      exception when insufficient_privilege then
        raise notice 'the owner cannot act as %', role_name;
      end;
    end if;
  end loop;
end
$$;

-- The database's own limits, for whoever logs in without the gateway; the gateway sets them per transaction.
do $$
declare
  setting record;
begin
  for setting in
    select * from (values
      ('anon', 'statement_timeout', '3s'),
      ('authenticated', 'statement_timeout', '8s'),
      ('service_role', 'statement_timeout', '30s'),
      ('authenticator', 'statement_timeout', '8s'),
      ('authenticator', 'lock_timeout', '2s')
    ) as settings (role_name, name, value)
  loop
    if not exists (
      select from pg_db_role_setting
      where setrole = setting.role_name::regrole and setdatabase = 0
        and exists (select from unnest(setconfig) as entry where split_part(entry, '=', 1) = setting.name)
    ) then
      begin
        execute format('alter role %I set %I = %L', setting.role_name, setting.name, setting.value);
      exception when insufficient_privilege then
        raise notice '% of % stays as it is', setting.name, setting.role_name;
      end;
    end if;
  end loop;
end
$$;
