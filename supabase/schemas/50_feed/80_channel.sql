-- The channel on which everybody hears that there is something new: at most one digest in a while, however much comes.

-- Not told yet. Worth a minute: what a crash takes from here, whoever joins the channel reads anyway.
create unlogged table app.fresh_posts (
  post_id uuid primary key,
  creator_id uuid not null,
  created_at timestamptz not null
);
create unlogged table app.feed_digest (
  is_only boolean primary key default true check (is_only),
  told_at timestamptz not null
);
alter table app.fresh_posts enable row level security;
alter table app.feed_digest enable row level security;
comment on table app.fresh_posts is 'Posts that everybody may see and the channel feed has not told of.';
comment on table app.feed_digest is 'When the channel feed was told last.';

create function app.tell_new_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into app.fresh_posts values (new.id, new.creator_id, new.created_at) on conflict do nothing;
  return null;
end
$$;
comment on function app.tell_new_post() is 'Has the next digest of the channel feed tell of what everybody may see.';

create function public.tell_fresh_posts(p_least_gap_seconds int) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  digest jsonb;
  told int;
begin
  if not exists (select from app.fresh_posts) then return 0; end if;
  insert into app.feed_digest as known (told_at) values (clock_timestamp())
  on conflict (is_only) do update set told_at = excluded.told_at
    where known.told_at <= excluded.told_at - make_interval(secs => p_least_gap_seconds);
  if not found then return 0; end if;
  with gone as (delete from app.fresh_posts returning post_id, creator_id, created_at),
  newest as (select post_id, creator_id from gone order by created_at desc limit 30)
  select count(*)::int, jsonb_build_object(
    'count', count(*), 'newest', max(created_at), 'spread_ms', 1000 * least(count(*), 15),
    'posts', (select jsonb_agg(jsonb_build_object('id', post_id, 'creator_id', creator_id)) from newest))
  into told, digest from gone;
  if told > 0 then perform realtime.send(digest, 'posts', 'feed', true); end if;
  return told;
end
$$;
comment on function public.tell_fresh_posts(int) is
  'Tells the channel feed of what is new since the last time, by ids, count and newest time, and over how many milliseconds readers spread what they ask then; nothing before the gap is over. Answers how many.';

-- Nobody sends: no policy lets anybody insert.
create policy "everybody listens to what is new" on realtime.messages
  for select to anon, authenticated using (extension = 'broadcast' and (select realtime.topic()) = 'feed');

revoke execute on function app.tell_new_post() from public;
revoke execute on function public.tell_fresh_posts(int) from public, anon, authenticated;
grant execute on function public.tell_fresh_posts(int) to service_role;
