-- Tells those who keep a picture of the schema that it has changed. Event triggers are for superusers: without one,
-- `notify pgrst, 'reload schema'` after a change does the same by hand.
create or replace function extensions.notify_schema_changed() returns event_trigger
language plpgsql
set search_path = ''
as $$
declare
  changes_schema boolean;
begin
  if tg_event = 'sql_drop' then
    select bool_or(not is_temporary) into changes_schema from pg_catalog.pg_event_trigger_dropped_objects();
  else
    select bool_or(schema_name is distinct from 'pg_temp') into changes_schema
    from pg_catalog.pg_event_trigger_ddl_commands();
  end if;
  if changes_schema then
    notify pgrst, 'reload schema';
  end if;
end
$$;

do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    create event trigger schema_changed on ddl_command_end
      execute function extensions.notify_schema_changed();
    create event trigger schema_dropped on sql_drop
      execute function extensions.notify_schema_changed();
  end if;
end
$$;
