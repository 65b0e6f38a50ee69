drop policy "people read public collections and their own" on public.collections;
drop policy "visitors read public collections" on public.collections;

alter table public.collections add column deleted_at timestamptz;
create index collections_deleted on public.collections (deleted_at) where deleted_at is not null;

CREATE OR REPLACE FUNCTION app.collection_by_id(p_collection uuid)
 RETURNS SETOF public.collections
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.* from public.collections c
  where c.id = p_collection and c.deleted_at is null
    and (c.owner_id = auth.uid()
      or c.visibility <> 'private' and c.owner_id <> all (app.hidden_people())
        and exists (select from public.profiles p where p.id = c.owner_id and p.status = 'active'))
$function$;
CREATE OR REPLACE FUNCTION app.fill_collection()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := coalesce(app.clean_name(new.name), '');
  if tg_op = 'INSERT' and (
    select count(*) from public.collections c where c.owner_id = new.owner_id and c.deleted_at is null) >= 200 then
    raise exception 'At most 200 collections' using errcode = 'PT409', hint = 'too_many_collections';
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION app.my_collections()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select c.id from public.collections c where c.owner_id = auth.uid() and c.deleted_at is null $function$;
CREATE OR REPLACE FUNCTION public.order_collection(collection_id uuid, post_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with mine as (
    select i.post_id, i.position from public.collection_items i where i.collection_id = order_collection.collection_id
  ), first as (
    select least(0, min(mine.position)) as position from mine where mine.post_id <> all (order_collection.post_ids)
  )
  update public.collection_items i
  set position = coalesce(first.position, 0) + wanted.place - 1 - cardinality(order_collection.post_ids)
  from first, unnest(order_collection.post_ids) with ordinality as wanted (post_id, place)
  where i.collection_id = order_collection.collection_id and i.post_id = wanted.post_id
$function$;
CREATE OR REPLACE FUNCTION app.first_of_collections(p_collections uuid[])
 RETURNS TABLE(collection_id uuid, post_id uuid, place bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select c.id, i.post_id, row_number() over (partition by c.id order by i.position, i.added_at desc, i.post_id desc)
  from unnest(p_collections[:200]) as asked (id)
  cross join lateral app.collection_by_id(asked.id) c
  cross join lateral (
    select held.post_id, held.position, held.added_at from public.collection_items held
    where held.collection_id = c.id
    order by held.position, held.added_at desc, held.post_id desc limit 12) i
$function$;
CREATE OR REPLACE FUNCTION app.head_of_collection(p_collection uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select jsonb_build_object(
      'state', 'here', 'id', c.id, 'name', c.name, 'description', nullif(c.description, ''),
      'is_indexed', c.visibility = 'public' and not (p.noindex or p.is_private),
      'image', (
        select jsonb_build_object('url', f.image_url, 'width', f.width, 'height', f.height)
        from public.collection_items i join public.feed_posts f on f.id = i.post_id
        where i.collection_id = c.id and f.rating = 0 and app.sees_post(null, f.id)
        order by i.position, i.added_at desc, i.post_id desc
        limit 1),
      'owner', jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name))
    from public.collections c join public.profiles p on p.id = c.owner_id
    where c.id = p_collection and c.deleted_at is null and c.visibility <> 'private' and p.status = 'active'),
    jsonb_build_object('state', 'missing'))
$function$;
CREATE OR REPLACE FUNCTION public.collection_covers(collection_ids uuid[])
 RETURNS TABLE(collection_id uuid, post_id uuid, image_url text, width integer, height integer, thumbhash text)
 LANGUAGE sql
 STABLE ROWS 100
 SET search_path TO ''
AS $function$
  select shown.collection_id, shown.id, shown.image_url, shown.width, shown.height, shown.thumbhash
  from (
    select f.collection_id, p.id, p.image_url, p.width, p.height, p.thumbhash,
      row_number() over (partition by f.collection_id order by f.place) as rank
    from app.first_of_collections(collection_covers.collection_ids) f
    join public.feed_posts p on p.id = f.post_id and p.rating <= 1) as shown
  where shown.rank <= 4
  order by shown.collection_id, shown.rank
$function$;
CREATE OR REPLACE FUNCTION public.collection_head(collection_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select app.head_of_collection(collection_head.collection_id) $function$;
CREATE OR REPLACE FUNCTION public.delete_collection(collection_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.collections c set deleted_at = now()
  where c.id = delete_collection.collection_id and c.owner_id = auth.uid() and c.deleted_at is null;
  if not found then
    raise exception 'There is no such collection' using errcode = 'PT404', hint = 'not_found';
  end if;
  delete from public.collections c
  where c.id in (
    select d.id from public.collections d where d.deleted_at < now() - interval '1 day' order by d.deleted_at limit 100
    for update skip locked);
end
$function$;
CREATE OR REPLACE FUNCTION public.restore_collection(collection_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.collections c set deleted_at = null
  where c.id = restore_collection.collection_id and c.owner_id = auth.uid() and c.deleted_at > now() - interval '1 day';
  if not found then
    raise exception 'There is no such collection' using errcode = 'PT404', hint = 'not_found';
  end if;
end
$function$;

create policy "people read public collections and their own" on public.collections for select to authenticated using (((deleted_at IS NULL) AND ((owner_id = ( SELECT auth.uid() AS uid)) OR ((visibility = 'public'::text) AND (owner_id <> ALL (( SELECT app.hidden_people() AS hidden_people)::uuid[]))))));
create policy "visitors read public collections" on public.collections for select to anon using (((visibility = 'public'::text) AND (deleted_at IS NULL)));

revoke all on function app.first_of_collections(uuid[]) from public, anon, authenticated, service_role;
grant execute on function app.first_of_collections(uuid[]) to anon;
grant execute on function app.first_of_collections(uuid[]) to authenticated;
revoke all on function app.head_of_collection(uuid) from public, anon, authenticated, service_role;
grant execute on function app.head_of_collection(uuid) to anon;
grant execute on function app.head_of_collection(uuid) to authenticated;
grant execute on function app.head_of_collection(uuid) to service_role;
revoke all on function public.collection_covers(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.collection_covers(uuid[]) to anon;
grant execute on function public.collection_covers(uuid[]) to authenticated;
grant execute on function public.collection_covers(uuid[]) to service_role;
revoke all on function public.collection_head(uuid) from public, anon, authenticated, service_role;
grant execute on function public.collection_head(uuid) to anon;
grant execute on function public.collection_head(uuid) to authenticated;
grant execute on function public.collection_head(uuid) to service_role;
revoke all on function public.delete_collection(uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_collection(uuid) to authenticated;
grant execute on function public.delete_collection(uuid) to service_role;
revoke all on function public.restore_collection(uuid) from public, anon, authenticated, service_role;
grant execute on function public.restore_collection(uuid) to authenticated;
grant execute on function public.restore_collection(uuid) to service_role;

comment on column public.collections.deleted_at is 'Since when nobody sees it; for a day its owner may have it back.';
comment on function app.first_of_collections(uuid[]) is 'Ids of what stands first in those of these collections that one may see. Ids alone: whether what they name may be seen is not asked here.';
comment on function public.collection_covers(uuid[]) is 'At most four pictures of each of these collections that one may see, of what one may see, in their order.';
comment on function public.collection_head(uuid) is '{state} of a collection for visitors: here, with its name and its first picture that everybody may see, or missing. An unlisted one is not for search engines.';
comment on function public.delete_collection(uuid) is 'Takes one''s own collection away; what is in it stays kept. restore_collection brings it back for a day, then its row goes with the next one that somebody deletes. PT404 where it is not one''s own.';
comment on function public.restore_collection(uuid) is 'Brings one''s own collection back, as it was, within a day of its deletion. PT404 afterwards.';
