-- What people keep for later, and the collections they put it into.

create table public.post_saves (
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (post_id, user_id)
);
create index post_saves_of_user on public.post_saves (user_id, created_at desc, post_id desc);

alter table public.post_saves enable row level security;
revoke all on public.post_saves from anon, authenticated;
grant select, insert (post_id, user_id), delete on public.post_saves to authenticated;
create policy "people read what they keep" on public.post_saves
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people keep what they can see" on public.post_saves
  for insert to authenticated with check (user_id = (select auth.uid()) and app.can_see_post(post_id));
create policy "people let go of what they keep" on public.post_saves
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger a_keep_to_pace before insert on public.post_saves
  for each row execute function app.keep_to_pace('saves', '1000');

create function app.count_save() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.feed_posts set saves_count = saves_count + 1 where id = new.post_id;
  else
    update public.feed_posts set saves_count = greatest(saves_count - 1, 0) where id = old.post_id;
    delete from public.collection_items i
    using public.collections c
    where i.post_id = old.post_id and c.id = i.collection_id and c.owner_id = old.user_id;
  end if;
  return null;
end
$$;
comment on function app.count_save() is
  'Keeps feed_posts.saves_count, a cache of count(post_saves); what one no longer keeps is in none of one''s collections.';

create trigger count_save after insert or delete on public.post_saves
  for each row execute function app.count_save();

create function app.my_collections() returns setof uuid
language sql stable security definer
set search_path = ''
as $$ select c.id from public.collections c where c.owner_id = auth.uid() and c.deleted_at is null $$;

create table public.collections (
  id uuid primary key default app.uuid_v7(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  description text not null default '' check (char_length(description) <= 500),
  visibility text not null default 'private' check (visibility in ('private', 'unlisted', 'public')),
  items_count int not null default 0 check (items_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on column public.collections.deleted_at is 'Since when nobody sees it; for a day its owner may have it back.';
create index collections_of_owner on public.collections (owner_id, updated_at desc, id desc);
create index collections_deleted on public.collections (deleted_at) where deleted_at is not null;

alter table public.collections enable row level security;
revoke all on public.collections from anon, authenticated;
grant select on public.collections to anon;
grant
  select,
  -- The id is made by whoever sends it: sent again, it is the same one.
  insert (id, owner_id, name, description, visibility),
  update (name, description, visibility),
  delete
on public.collections to authenticated;
create policy "visitors read public collections" on public.collections
  for select to anon using (visibility = 'public' and deleted_at is null);
create policy "people read public collections and their own" on public.collections
  for select to authenticated using (
    deleted_at is null and (
      owner_id = (select auth.uid())
      or visibility = 'public' and owner_id <> all ((select app.hidden_people())::uuid[])));
create policy "people make their own collections" on public.collections
  for insert to authenticated with check (owner_id = (select auth.uid()));
create policy "people change their own collections" on public.collections
  for update to authenticated using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
create policy "people remove their own collections" on public.collections
  for delete to authenticated using (owner_id = (select auth.uid()));

create trigger touch before update of name, description, visibility on public.collections
  for each row execute function app.touch();

create table public.collection_items (
  collection_id uuid not null references public.collections (id) on delete cascade,
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  position int not null default 0,
  added_at timestamptz not null default now(),
  primary key (collection_id, post_id)
);
comment on column public.collection_items.position is 'The smallest first; of equals the last added first.';
create index collection_items_in_order on public.collection_items (collection_id, position, added_at desc, post_id desc);
create index collection_items_of_post on public.collection_items (post_id);

alter table public.collection_items enable row level security;
revoke all on public.collection_items from anon, authenticated;
grant
  select,
  insert (collection_id, post_id, "position"),
  update ("position"),
  delete
on public.collection_items to authenticated;
create policy "people read what is in their collections" on public.collection_items
  for select to authenticated using (collection_id in (select app.my_collections()));
create policy "people put into their collections what they can see" on public.collection_items
  for insert to authenticated with check (
    collection_id in (select app.my_collections()) and app.can_see_post(post_id));
create policy "people order their collections" on public.collection_items
  for update to authenticated
  using (collection_id in (select app.my_collections())) with check (collection_id in (select app.my_collections()));
create policy "people take out of their collections" on public.collection_items
  for delete to authenticated using (collection_id in (select app.my_collections()));

create function app.fill_collection() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.name := coalesce(app.clean_name(new.name), '');
  if tg_op = 'INSERT' and (
    select count(*) from public.collections c where c.owner_id = new.owner_id and c.deleted_at is null) >= 200 then
    raise exception 'At most 200 collections' using errcode = 'PT409', hint = 'too_many_collections';
  end if;
  return new;
end
$$;

create trigger fill_collection before insert or update of name on public.collections
  for each row execute function app.fill_collection();

create function app.put_into_collection() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  owner uuid;
begin
  if tg_op = 'DELETE' then
    update public.collections set items_count = items_count - 1, updated_at = now() where id = old.collection_id;
    return null;
  end if;
  update public.collections set items_count = items_count + 1, updated_at = now()
  where id = new.collection_id and items_count < 5000
  returning owner_id into owner;
  if owner is null then
    raise exception 'At most 5000 publications in a collection' using errcode = 'PT409', hint = 'collection_full';
  end if;
  insert into public.post_saves (post_id, user_id) values (new.post_id, owner) on conflict do nothing;
  return null;
end
$$;
comment on function app.put_into_collection() is 'Counts what a collection holds; what is in a collection is kept.';

create trigger put_into_collection after insert or delete on public.collection_items
  for each row execute function app.put_into_collection();

create function app.collection_by_id(p_collection uuid) returns setof public.collections
language sql stable security definer
set search_path = ''
as $$
  select c.* from public.collections c
  where c.id = p_collection and c.deleted_at is null
    and (c.owner_id = auth.uid()
      or c.visibility <> 'private' and c.owner_id <> all (app.hidden_people())
        and exists (select from public.profiles p where p.id = c.owner_id and p.status = 'active'))
$$;
comment on function app.collection_by_id(uuid) is 'One''s own, a public one, or one that is unlisted and whose id one was given.';

create function public.get_collection(collection_id uuid) returns setof public.collections
language sql stable
set search_path = ''
as $$ select * from app.collection_by_id(get_collection.collection_id) $$;
comment on function public.get_collection(uuid) is 'A collection by its id, unlisted ones too; no row where one may not see it.';

create function public.order_collection(collection_id uuid, post_ids uuid[]) returns void
language sql
set search_path = ''
as $$
  with mine as (
    select i.post_id, i.position from public.collection_items i where i.collection_id = order_collection.collection_id
  ), first as (
    select least(0, min(mine.position)) as position from mine where mine.post_id <> all (order_collection.post_ids)
  )
  update public.collection_items i
  set position = coalesce(first.position, 0) + wanted.place - 1 - cardinality(order_collection.post_ids)
  from first, unnest(order_collection.post_ids) with ordinality as wanted (post_id, place)
  where i.collection_id = order_collection.collection_id and i.post_id = wanted.post_id
$$;
comment on function public.order_collection(uuid, uuid[]) is
  'Puts these publications of one''s own collection first, in this order, before those that are not named.';

create function public.delete_collection(collection_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
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
$$;
comment on function public.delete_collection(uuid) is
  'Takes one''s own collection away; what is in it stays kept. restore_collection brings it back for a day, then its row goes with the next one that somebody deletes. PT404 where it is not one''s own.';

create function public.restore_collection(collection_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.collections c set deleted_at = null
  where c.id = restore_collection.collection_id and c.owner_id = auth.uid() and c.deleted_at > now() - interval '1 day';
  if not found then
    raise exception 'There is no such collection' using errcode = 'PT404', hint = 'not_found';
  end if;
end
$$;
comment on function public.restore_collection(uuid) is
  'Brings one''s own collection back, as it was, within a day of its deletion. PT404 afterwards.';

create function app.first_of_collections(p_collections uuid[]) returns table (collection_id uuid, post_id uuid, place bigint)
language sql stable security definer rows 100
set search_path = ''
as $$
  select c.id, i.post_id, row_number() over (partition by c.id order by i.position, i.added_at desc, i.post_id desc)
  from unnest(p_collections[:200]) as asked (id)
  cross join lateral app.collection_by_id(asked.id) c
  cross join lateral (
    select held.post_id, held.position, held.added_at from public.collection_items held
    where held.collection_id = c.id
    order by held.position, held.added_at desc, held.post_id desc limit 12) i
$$;
comment on function app.first_of_collections(uuid[]) is
  'Ids of what stands first in those of these collections that one may see. Ids alone: whether what they name may be seen is not asked here.';

create function public.collection_covers(collection_ids uuid[])
returns table (collection_id uuid, post_id uuid, image_url text, width int, height int, thumbhash text)
language sql stable rows 100
set search_path = ''
as $$
  select shown.collection_id, shown.id, shown.image_url, shown.width, shown.height, shown.thumbhash
  from (
    select f.collection_id, p.id, p.image_url, p.width, p.height, p.thumbhash,
      row_number() over (partition by f.collection_id order by f.place) as rank
    from app.first_of_collections(collection_covers.collection_ids) f
    join public.feed_posts p on p.id = f.post_id and p.rating <= 1) as shown
  where shown.rank <= 4
  order by shown.collection_id, shown.rank
$$;
comment on function public.collection_covers(uuid[]) is
  'At most four pictures of each of these collections that one may see, of what one may see, in their order.';

revoke execute on function
  app.count_save(), app.fill_collection(), app.put_into_collection(), app.my_collections(), app.collection_by_id(uuid),
  app.first_of_collections(uuid[])
from public;
revoke execute on function
  public.get_collection(uuid), public.order_collection(uuid, uuid[]), public.delete_collection(uuid),
  public.restore_collection(uuid), public.collection_covers(uuid[])
from public, anon, authenticated;
grant execute on function
  app.my_collections(), public.order_collection(uuid, uuid[]), public.delete_collection(uuid),
  public.restore_collection(uuid) to authenticated;
grant execute on function
  app.collection_by_id(uuid), app.first_of_collections(uuid[]), public.get_collection(uuid),
  public.collection_covers(uuid[]) to anon, authenticated;
