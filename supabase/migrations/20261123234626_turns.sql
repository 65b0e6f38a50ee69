create unlogged table app.turns (
  key text primary key,
  full_at timestamptz not null
) with (fillfactor = 70);

alter table app.turns enable row level security;

CREATE OR REPLACE FUNCTION public.take_turn(p_key text, p_limit integer, p_seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

revoke all on function public.take_turn(text,integer,integer) from public, anon, authenticated, service_role;
grant execute on function public.take_turn(text,integer,integer) to service_role;
revoke all on table app.turns from public, anon, authenticated, service_role;

comment on function public.take_turn(text,integer,integer) is 'Takes one of so many turns in so many seconds: 0, or the seconds after which there is one again.';
comment on table app.turns is 'Buckets of turns that are not full, by a digest of whose they are.';
