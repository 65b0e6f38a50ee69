-- What a person throws away is shown nowhere, and brought back within a day; after that a sweep takes row and file.

create function public.delete_my_images(ids uuid[]) returns table (id uuid, outcome text)
language plpgsql security definer
set search_path = ''
as $$
begin
  if cardinality(ids) > 500 then
    raise exception 'At most 500 images at once' using errcode = 'PT413', hint = 'too_many';
  end if;
  -- Whoever publishes one at this moment holds it, and is seen below: each statement looks anew.
  perform from public.generation_images gi
  where gi.id = any (ids) and gi.user_id = auth.uid() and gi.deleted_at is null
  order by gi.id
  for update;
  return query
  with gone as (
    update public.generation_images gi
    set deleted_at = clock_timestamp()
    where gi.id = any (ids) and gi.user_id = auth.uid() and gi.deleted_at is null
      and not exists (select from public.feed_posts p where p.image_id = gi.id and p.status <> 'deleted')
    returning gi.id
  )
  select gone.id, 'deleted' from gone
  union all
  select gi.id, 'published' from public.generation_images gi
  where gi.id = any (ids) and gi.user_id = auth.uid() and gi.deleted_at is null
    and exists (select from public.feed_posts p where p.image_id = gi.id and p.status <> 'deleted');
end
$$;
comment on function public.delete_my_images(uuid[]) is
  'Throws one''s own pictures away, to be brought back within a day. One that is published stays (published): its publication would lose it. Others'' are passed over in silence.';

create function public.restore_my_images(ids uuid[]) returns setof uuid
language sql security definer
set search_path = ''
as $$
  update public.generation_images gi set deleted_at = null
  where gi.id = any (restore_my_images.ids) and gi.user_id = auth.uid()
    and gi.deleted_at > clock_timestamp() - interval '1 day'
  returning gi.id
$$;
comment on function public.restore_my_images(uuid[]) is 'Brings back what one threw away within the last day.';

create function public.thrown_away_images(p_limit int) returns table (id uuid, bucket text, path text)
language sql stable security definer
set search_path = ''
as $$
  select gi.id, gi.bucket, gi.path from public.generation_images gi
  where gi.deleted_at < clock_timestamp() - interval '25 hours'
  order by gi.deleted_at
  limit p_limit
$$;
comment on function public.thrown_away_images(int) is
  'Pictures that nobody can bring back any more, for the sweep that removes their files; an hour after the last moment to restore.';

create function public.forget_images(p_ids uuid[]) returns int
language sql security definer
set search_path = ''
as $$
  with gone as (
    delete from public.generation_images gi
    where gi.id = any (p_ids) and gi.deleted_at < clock_timestamp() - interval '25 hours'
    returning gi.id)
  select count(*)::int from gone
$$;
comment on function public.forget_images(uuid[]) is 'Takes the rows of thrown away pictures, once their files are gone.';

revoke execute on function
  public.delete_my_images(uuid[]), public.restore_my_images(uuid[]), public.thrown_away_images(int),
  public.forget_images(uuid[]) from public, anon, authenticated;
grant execute on function public.delete_my_images(uuid[]), public.restore_my_images(uuid[]) to authenticated;
