-- As before, with names that no column has: `owner` was also a column of storage.objects.
drop function storage.reserve_quota(uuid, text, bigint, bigint, integer);

-- Raises a reservation to `wanted` bytes, or as near to it as the person's room allows; answers how many it then has.
create function storage.reserve_quota(
  reservation uuid, person text, wanted bigint, total_room bigint, lifetime_seconds integer)
returns bigint
language plpgsql set search_path = ''
as $$
declare
  used bigint;
  granted bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('storage quota ' || person, 0));
  -- One statement, one snapshot: an object appears before its reservation goes.
  select coalesce((select sum(storage.bytes_of(o.metadata)) from storage.objects o where o.owner_id = person), 0)
    + coalesce((select sum(r.bytes) from storage.quota_reservations r
        where r.owner_id = person and r.id <> reservation and r.expires_at > clock_timestamp()), 0)
    into used;
  granted := greatest(0, least(wanted, total_room - used));
  insert into storage.quota_reservations (id, owner_id, bytes, expires_at)
    values (reservation, person, granted, clock_timestamp() + make_interval(secs => lifetime_seconds))
    on conflict (id) do update set bytes = excluded.bytes, expires_at = excluded.expires_at;
  return granted;
end
$$;

revoke execute on function storage.reserve_quota(uuid, text, bigint, bigint, integer) from public;
grant execute on function storage.reserve_quota(uuid, text, bigint, bigint, integer) to service_role;
