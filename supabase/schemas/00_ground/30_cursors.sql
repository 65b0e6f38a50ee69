-- Places in lists: a mark is the place of an entry in its list; a cursor is a mark with the list that it belongs to.

create function app.refuse_cursor() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The cursor is not one of this list' using errcode = 'PT400', hint = 'cursor_invalid';
end
$$;

-- Without a search path of their own both forms are inlined, and nothing in them depends on one.
create function app.time_mark(at timestamptz, id uuid) returns text
language sql stable parallel safe
as $$ select (extract(epoch from at) * 1000000)::bigint || '.' || id $$;

create function app.read_time_mark(p_mark text, out at timestamptz, out id uuid)
language plpgsql stable
set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(p_mark, '^(\d{1,16})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$');
begin
  if p_mark is null then
    at := 'infinity';
    id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    return;
  end if;
  if parts is null then
    perform app.refuse_cursor();
  end if;
  at := timestamptz 'epoch' + parts[1]::bigint * interval '1 microsecond';
  id := parts[2]::uuid;
end
$$;

create function app.rank_mark(window_h int, at timestamptz, rank int) returns text
language sql stable parallel safe
as $$ select window_h || '.' || (extract(epoch from at) * 1000000)::bigint || '.' || rank $$;

create function app.read_rank_mark(p_mark text, out window_h int, out at timestamptz, out rank int)
language plpgsql stable
set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(p_mark, '^(\d{1,3})\.(\d{1,16})\.(\d{1,5})$');
begin
  if p_mark is not null and parts is null then
    perform app.refuse_cursor();
  end if;
  window_h := parts[1]::int;
  at := timestamptz 'epoch' + parts[2]::bigint * interval '1 microsecond';
  rank := coalesce(parts[3]::int, 0);
end
$$;

revoke execute on function
  app.refuse_cursor(), app.time_mark(timestamptz, uuid), app.read_time_mark(text),
  app.rank_mark(int, timestamptz, int), app.read_rank_mark(text) from public;
grant execute on function
  app.refuse_cursor(), app.time_mark(timestamptz, uuid), app.read_time_mark(text) to anon, authenticated;
