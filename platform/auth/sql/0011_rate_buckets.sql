-- Token buckets that several processes share. A bucket is one moment: when it will be full again; who is not here has a
-- full one. Unlogged, because they are worth an hour at most; keys are digests, so that no address is kept.
create unlogged table auth.rate_buckets (
  key text primary key,
  full_at timestamptz not null
) with (fillfactor = 70);

alter table auth.rate_buckets enable row level security;
revoke all on auth.rate_buckets from public, anon, authenticated, service_role;

-- Takes one token: 0, or the seconds after which one is there again.
create function auth.take_token(bucket text, capacity int, seconds int) returns double precision
language plpgsql set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  whole constant interval := make_interval(secs => seconds);
  one constant interval := whole / capacity;
  -- A time that no bucket reaches: the clock was set back, and nobody is locked out for that.
  absurd constant timestamptz := at + whole + interval '1 minute';
  free_at timestamptz;
begin
  insert into auth.rate_buckets as known (key, full_at) values (bucket, at + one)
  on conflict (key) do update
    set full_at = case when known.full_at > absurd then at else greatest(known.full_at, at) end + one
    where known.full_at <= at + whole - one or known.full_at > absurd;
  if found then return 0; end if;
  select full_at - whole + one into free_at from auth.rate_buckets where key = bucket;
  return greatest(extract(epoch from free_at - at), 0.001);
end
$$;

create function auth.give_token_back(bucket text, capacity int, seconds int) returns void
language sql set search_path = ''
as $$
  update auth.rate_buckets set full_at = full_at - make_interval(secs => seconds) / capacity where key = bucket;
$$;

revoke execute on function auth.take_token(text, int, int), auth.give_token_back(text, int, int) from public;
