-- Messages to channels: what SQL sends, and what policies of private channels are written for (WIRE §4.5, §4.7).

create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Times are UTC without a zone, as on the hosted service. `clock_timestamp`: messages of one transaction keep their order.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  inserted_at timestamp not null default (clock_timestamp() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
) partition by range (inserted_at);

-- For what is sent on a day without a partition of its own.
create table realtime.messages_default partition of realtime.messages default;

create index messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at)
  where private and extension = 'broadcast';

alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create function realtime.topic() returns text
language sql stable
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

comment on function realtime.topic() is 'Name of the channel that a policy of realtime.messages decides about.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql
as $$
declare
  message_id uuid := gen_random_uuid();
begin
  if jsonb_typeof(payload) = 'object' and not payload ? 'id' then
    payload := payload || jsonb_build_object('id', message_id);
  end if;
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

create function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'record', new, 'old_record', old, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name,
    topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;

-- Makes the partitions of the days to come and drops those that are older than `keep`. One node at a time; a table in
-- use is left for the next run. A day whose messages lie in the default partition stays there: moving them would send
-- them again.
create function realtime.maintain_messages(keep interval) returns void
language plpgsql
set lock_timeout = '1s'
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  day date;
  partition text;
begin
  if not pg_try_advisory_xact_lock(hashtext('realtime.maintain_messages')) then
    return;
  end if;
  for day in select generate_series(today, today + 3, '1 day')::date loop
    partition := to_char(day, '"messages_"YYYY_MM_DD');
    if to_regclass('realtime.' || partition) is null and not exists (
      select from realtime.messages_default where inserted_at >= day and inserted_at < day + 1
    ) then
      execute format(
        'create table realtime.%I partition of realtime.messages for values from (%L) to (%L)', partition, day, day + 1
      );
    end if;
  end loop;
  for partition in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'realtime.messages'::regclass and relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and to_date(right(relname, 10), 'YYYY_MM_DD') + 1 < (now() at time zone 'utc') - keep
  loop
    execute format('drop table realtime.%I', partition);
  end loop;
  delete from realtime.messages_default where inserted_at < (now() at time zone 'utc') - keep;
exception when lock_not_available then
  null;
end
$$;

revoke execute on function realtime.maintain_messages(interval) from public;

-- Which tables clients may listen to is said by `alter publication supabase_realtime add table …`.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  if not exists (select from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages
      with (publish = 'insert', publish_via_partition_root = true);
  end if;
end
$$;
