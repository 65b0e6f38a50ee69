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
as $$ select c.id from public.collections c where c.owner_id = auth.uid() $$;

create table public.collections (
  id uuid primary key default app.uuid_v7(),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  description text not null default '' check (char_length(description) <= 500),
  visibility text not null default 'private' check (visibility in ('private', 'unlisted', 'public')),
  items_count int not null default 0 check (items_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index collections_of_owner on public.collections (owner_id, updated_at desc, id desc);

alter table public.collections enable row level security;
revoke all on public.collections from anon, authenticated;
grant select on public.collections to anon;
grant
  select,
  insert (owner_id, name, description, visibility),
  update (name, description, visibility),
  delete
on public.collections to authenticated;
create policy "visitors read public collections" on public.collections
  for select to anon using (visibility = 'public');
create policy "people read public collections and their own" on public.collections
  for select to authenticated using (
    owner_id = (select auth.uid())
    or visibility = 'public' and owner_id <> all ((select app.hidden_people())::uuid[]));
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
  if tg_op = 'INSERT' and (select count(*) from public.collections c where c.owner_id = new.owner_id) >= 200 then
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
  where c.id = p_collection
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
  update public.collection_items i
  set position = wanted.place - 1 - cardinality(order_collection.post_ids)
  from unnest(order_collection.post_ids) with ordinality as wanted (post_id, place)
  where i.collection_id = order_collection.collection_id and i.post_id = wanted.post_id
$$;
comment on function public.order_collection(uuid, uuid[]) is
  'Puts these publications of one''s own collection first, in this order, before those that are not named.';

revoke execute on function
  app.count_save(), app.fill_collection(), app.put_into_collection(), app.my_collections(), app.collection_by_id(uuid)
from public;
revoke execute on function
  public.get_collection(uuid), public.order_collection(uuid, uuid[]) from public, anon, authenticated;
grant execute on function app.my_collections(), public.order_collection(uuid, uuid[]) to authenticated;
grant execute on function app.collection_by_id(uuid), public.get_collection(uuid) to anon, authenticated;
