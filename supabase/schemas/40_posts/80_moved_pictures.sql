-- Whoever once saw a publication keeps the address of its picture, and files of a public bucket ask nobody's leave. So
-- when a publication is taken from people who saw it, its picture moves to an address that they do not know.

create table app.picture_moves (
  id uuid primary key default app.uuid_v7(),
  image_id uuid not null references public.generation_images (id) on delete cascade,
  bucket text not null,
  old_path text not null,
  new_path text not null,
  -- From then on rows name the new address, and only the old file is left to be removed.
  moved_at timestamptz,
  constraint picture_moves_once unique (bucket, old_path)
);
comment on table app.picture_moves is 'Pictures whose address too many know, until the file under it is gone.';
create index picture_moves_of_image on app.picture_moves (image_id);

alter table app.picture_moves enable row level security;

create function app.reach_of(audience text) returns int
language sql immutable parallel safe
set search_path = ''
as $$ select case audience when 'public' then 2 when 'unlisted' then 2 when 'followers' then 1 else 0 end $$;
comment on function app.reach_of(text) is 'How many may see a publication: everybody who has its link, followers, or its author.';

create function app.move_picture() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  image public.generation_images;
begin
  if app.reach_of(new.audience) >= app.reach_of(old.audience) then
    return null;
  end if;
  -- Shared, so that an address that is being changed at this moment is the new one here; in the order of delete_my_images.
  for image in
    select gi.* from public.generation_images gi where gi.id = any (app.shown_images(new)) order by gi.id for share
  loop
    continue when exists (
      select from public.feed_posts p
      where (p.image_id = image.id or p.more_images @> app.marked_image(image.id)) and p.id <> new.id
        and app.reach_of(p.audience) >= app.reach_of(old.audience));
    insert into app.picture_moves (image_id, bucket, old_path, new_path)
    values (image.id, image.bucket, image.path,
      regexp_replace(image.path, '[^/]*$', '') || gen_random_uuid() || coalesce(substring(image.path from '\.[a-z]+$'), ''))
    on conflict do nothing;
  end loop;
  return null;
end
$$;
comment on function app.move_picture() is
  'Has its pictures moved when fewer may see its publication than before, unless another one shows them to as many.';

create function public.picture_moves(p_limit int)
returns table (id uuid, bucket text, old_path text, new_path text, is_moved boolean)
language sql stable security definer
set search_path = ''
as $$
  select m.id, m.bucket, m.old_path, m.new_path, m.moved_at is not null from app.picture_moves m order by m.id limit p_limit
$$;
comment on function public.picture_moves(int) is
  'Files to be copied (and then picture_moved), and files to be removed (and then forget_picture_moves), oldest first.';

create function public.picture_moved(p_move uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  move app.picture_moves;
  before public.generation_images;
  new_url text;
begin
  select m.* into move from app.picture_moves m where m.id = p_move and m.moved_at is null for update;
  if move.id is null then
    return;
  end if;
  select gi.* into before from public.generation_images gi where gi.id = move.image_id for update;
  new_url := replace(before.url, move.old_path, move.new_path);
  update public.generation_images gi set path = move.new_path, url = new_url where gi.id = before.id;
  -- What its owner threw away is shown nowhere, and nothing may be published with it.
  if before.deleted_at is null then
    update public.feed_posts p set image_url = new_url where p.image_id = before.id;
    update public.feed_posts p
    set more_images = (
      select jsonb_agg(
        case when image.value ->> 'id' = before.id::text then image.value || jsonb_build_object('url', new_url)
        else image.value end order by image.place)
      from jsonb_array_elements(p.more_images) with ordinality as image (value, place))
    where p.more_images @> app.marked_image(before.id);
  end if;
  -- Where its owner uses it; others used what they may no longer see.
  update public.workflows w set cover_url = new_url
  where w.owner_id = before.user_id and w.cover_url = before.url;
  update public.generation_references r set path = move.new_path
  from public.generations g
  where r.bucket = move.bucket and r.path = move.old_path and g.id = r.generation_id and g.user_id = before.user_id;
  update app.picture_moves m set moved_at = clock_timestamp() where m.id = move.id;
end
$$;
comment on function public.picture_moved(uuid) is 'The file lies at its new address too: from now on that is the one.';

create function public.forget_picture_moves(p_ids uuid[]) returns int
language sql security definer
set search_path = ''
as $$
  with gone as (delete from app.picture_moves m where m.id = any (p_ids) and m.moved_at is not null returning m.id)
  select count(*)::int from gone
$$;
comment on function public.forget_picture_moves(uuid[]) is 'Moves whose old file is gone.';

create function public.erase_deleted_posts(p_limit int) returns int
language sql security definer
set search_path = ''
as $$
  with due as (
    select p.id from public.feed_posts p
    where p.deleted_at < clock_timestamp() - interval '30 days' and p.status = 'deleted'
      and not exists (
        select from public.reports r where r.target_type = 'post' and r.target_id = p.id and r.state = 'open')
      and not exists (
        select from public.moderation_actions a
        join public.appeals open on open.action_id = a.id and open.state = 'open'
        where a.target_type = 'post' and a.target_id = p.id and a.ended_at is null)
    order by p.deleted_at
    limit p_limit
    for update skip locked
  ), gone as (
    delete from public.feed_posts p using due where p.id = due.id returning p.id
  )
  select count(*)::int from gone
$$;
comment on function public.erase_deleted_posts(int) is
  'Erases publications that their authors deleted thirty days ago, unless a report or an appeal about them is open; answers how many.';

revoke execute on function app.reach_of(text), app.move_picture() from public;
revoke execute on function
  public.picture_moves(int), public.picture_moved(uuid), public.forget_picture_moves(uuid[]),
  public.erase_deleted_posts(int) from public, anon, authenticated;
