-- How often somebody may come, counted for all processes together: buckets of turns that fill up evenly.

-- A bucket is the moment at which it will be full again; who is not here has a full one. Worth an hour: unlogged.
create unlogged table app.turns (
  key text primary key,
  full_at timestamptz not null
) with (fillfactor = 70);
comment on table app.turns is 'Buckets of turns that are not full, by a digest of whose they are.';

alter table app.turns enable row level security;

create function public.take_turn(p_key text, p_limit int, p_seconds int) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  whole constant interval := make_interval(secs => p_seconds);
  one constant interval := whole / p_limit;
  -- A time that no bucket reaches: the clock was set back, and nobody is locked out for that.
  absurd constant timestamptz := at + whole + interval '1 minute';
  free_at timestamptz;
begin
  if random() < 0.01 then
    delete from app.turns where key in (
      select t.key from app.turns t where t.full_at < at limit 1000 for update skip locked
    );
  end if;
  insert into app.turns as known (key, full_at) values (p_key, at + one)
  on conflict (key) do update
    set full_at = case when known.full_at > absurd then at else greatest(known.full_at, at) end + one
    where known.full_at <= at + whole - one or known.full_at > absurd;
  if found then
    return 0;
  end if;
  select t.full_at - whole + one into free_at from app.turns t where t.key = p_key;
  return greatest(ceil(extract(epoch from free_at - at)), 1);
end
$$;
comment on function public.take_turn(text, int, int) is
  'Takes one of so many turns in so many seconds: 0, or the seconds after which there is one again.';

revoke execute on function public.take_turn(text, int, int) from public, anon, authenticated;
