-- The counts of a publication that somebody has open, as they change.

create unlogged table app.counts_to_tell (
  post_id uuid primary key,
  is_due boolean not null default true,
  told_at timestamptz not null default '-infinity'
);
comment on table app.counts_to_tell is
  'Publications whose counts have changed since they were last told, and when that was; lost with a crash, as what nobody heard is.';
create index counts_to_tell_due on app.counts_to_tell (told_at) where is_due;

alter table app.counts_to_tell enable row level security;

create function app.counts_changed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into app.counts_to_tell (post_id) values (new.id)
  on conflict (post_id) do update set is_due = true where not counts_to_tell.is_due;
  return null;
end
$$;

create function public.tell_counts(p_limit int default 500) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  told int;
begin
  with due as (
    select d.post_id from app.counts_to_tell d
    where d.is_due and d.told_at <= clock_timestamp() - interval '2 seconds'
    order by d.told_at
    limit p_limit
    for update skip locked
  ), taken as (
    update app.counts_to_tell d set is_due = false, told_at = clock_timestamp()
    from due where due.post_id = d.post_id
    returning d.post_id
  ), sent as (
    select realtime.send(
      jsonb_build_object('likes_count', p.likes_count, 'comments_count', p.comments_count,
        'remixes_count', p.remixes_count, 'saves_count', p.saves_count),
      'counts', 'post:' || p.id, true)
    from taken join public.feed_posts p on p.id = taken.post_id
  )
  select count(*) into told from sent;
  delete from app.counts_to_tell d where not d.is_due and d.told_at < clock_timestamp() - interval '10 seconds';
  return told;
end
$$;
comment on function public.tell_counts(int) is
  'Tells the counts of what has changed to whoever has it open: of each publication at most every two seconds, the last state always.';

create policy "who sees a post hears its counts" on realtime.messages
  for select to anon, authenticated using (
    extension = 'broadcast'
    and case when (select realtime.topic()) ~ '^post:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then app.can_see_post(substr((select realtime.topic()), 6)::uuid) else false end);

revoke execute on function app.counts_changed() from public;
revoke execute on function public.tell_counts(int) from public, anon, authenticated;
