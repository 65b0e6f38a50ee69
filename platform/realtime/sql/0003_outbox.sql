-- Row changes for servers whose log may not be read: triggers write them down here, in the transaction that makes them,
-- as long as somebody reads. No notification: one lock for all commits would be its price (RELIABILITY §5).

create table realtime.outbox (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  relation oid not null,
  kind text not null,
  record json,
  old json
);
create index outbox_xid_idx on realtime.outbox (xid, id);

-- Each node that listens, and how far it has read: `snapshot` holds what it has seen. Who is silent for a minute is dead,
-- and nothing is written down for the dead.
create table realtime.outbox_readers (
  node uuid primary key,
  snapshot pg_snapshot not null default pg_current_snapshot(),
  seen_at timestamptz not null default now()
);

alter table realtime.outbox enable row level security;
alter table realtime.outbox_readers enable row level security;

-- The published table's number is the trigger's argument: of a partitioned table, rows fire in its partitions.
create function realtime.write_outbox() returns trigger
language plpgsql
security definer
set search_path = ''
set timezone = 'UTC'
as $$
begin
  if exists (select from realtime.outbox_readers where seen_at > clock_timestamp() - interval '60 s') then
    insert into realtime.outbox (relation, kind, record, old)
    values (
      tg_argv[0]::oid,
      tg_op,
      case when tg_op <> 'DELETE' then row_to_json(new) end,
      case when tg_op <> 'INSERT' then row_to_json(old) end
    );
  end if;
  return null;
end
$$;

revoke execute on function realtime.write_outbox() from public;

-- Triggers where tables are published, and nowhere else. Answers how many were made or dropped.
create function realtime.sync_outbox_triggers(wanted boolean) returns integer
language plpgsql
set lock_timeout = '2s'
as $$
declare
  wish record;
  changed integer := 0;
begin
  for wish in
    with published as (
      select distinct to_regclass(format('%I.%I', schemaname, tablename)) as relation from pg_publication_tables
      where wanted and pubname in ('supabase_realtime', 'supabase_realtime_messages_publication')
    ),
    present as (
      select tgrelid::regclass as relation from pg_trigger
      where tgname = 'realtime_outbox' and tgparentid = 0
    )
    select coalesce(published.relation, present.relation) as relation, present.relation is null as is_missing
    from published full join present on published.relation = present.relation
    where published.relation is null or present.relation is null
  loop
    if wish.is_missing then
      execute format(
        'create trigger realtime_outbox after insert or update or delete on %s '
        'for each row execute function realtime.write_outbox(%L)', wish.relation, wish.relation::oid
      );
    else
      execute format('drop trigger realtime_outbox on %s', wish.relation);
    end if;
    changed := changed + 1;
  end loop;
  return changed;
end
$$;

revoke execute on function realtime.sync_outbox_triggers(boolean) from public;
