-- For whom a publication really is: what its author chose, what the staff decided and how the author's account stands.
alter table public.feed_posts
  add column status text not null default 'published' check (status in ('published', 'limited', 'removed', 'deleted')),
  add column rating smallint not null default 0 check (rating between 0 and 3),
  add column deleted_at timestamptz,
  add column audience text not null default 'none' check (audience in ('public', 'followers', 'unlisted', 'private', 'none'));
comment on column public.feed_posts.status is
  'limited: shown, but recommended to nobody; removed: by the staff, its author still sees it; deleted: by its author, nobody sees it.';
comment on column public.feed_posts.rating is 'How sensitive it is; visitors are shown 1 at most, people what they have chosen.';
comment on column public.feed_posts.audience is
  'What policies and lists read instead of visibility: visibility, status and the author''s account in one, kept by triggers.';

create function app.audience_of(visibility text, status text, author_status text, author_is_private boolean) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when status not in ('published', 'limited') or author_status <> 'active' then 'none'
    when visibility = 'public' and author_is_private then 'followers'
    else visibility
  end
$$;

create function app.settle_audience() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  author public.profiles;
begin
  -- Held until the end, so that an account that becomes private at this moment sees this publication too.
  select p.* into author from public.profiles p where p.id = new.creator_id for share;
  new.audience := coalesce(app.audience_of(new.visibility, new.status, author.status, author.is_private), 'none');
  new.deleted_at := case when new.status = 'deleted' then coalesce(new.deleted_at, clock_timestamp()) end;
  return new;
end
$$;
-- After fill_post: triggers fire in the order of their names.
create trigger settle_audience before insert or update of visibility, status on public.feed_posts
  for each row execute function app.settle_audience();

create function app.resettle_audiences() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.feed_posts p
  set audience = app.audience_of(p.visibility, p.status, new.status, new.is_private)
  where p.creator_id = new.id
    and p.audience <> app.audience_of(p.visibility, p.status, new.status, new.is_private);
  return null;
end
$$;
create trigger resettle_audiences after update of is_private, status on public.profiles
  for each row when (old.is_private <> new.is_private or old.status <> new.status)
  execute function app.resettle_audiences();

update public.feed_posts p set audience = p.visibility;
create index feed_posts_audience on public.feed_posts (created_at desc, id desc) where audience = 'public';

drop policy "people read posts that are public or theirs" on public.feed_posts;
drop policy "visitors read public posts" on public.feed_posts;
create policy "visitors read what is for everybody" on public.feed_posts
  for select to anon using (audience = 'public' and rating <= 1);
create policy "people read what is theirs or for them" on public.feed_posts
  for select to authenticated using (
    creator_id = (select auth.uid()) and status <> 'deleted'
    or (audience = 'public' or audience = 'followers' and creator_id = any ((select app.my_followees())::uuid[]))
      and rating <= (select app.my_max_rating())
      and not (creator_id = any ((select app.hidden_people())::uuid[])));

create function app.sees_post(p_user uuid, p_post uuid, p_by_link boolean default true) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.feed_posts p
    where p.id = p_post
      and (p.creator_id = p_user and p.status <> 'deleted'
        or p.rating <= coalesce((select s.max_rating from public.profile_settings s where s.user_id = p_user), 1)
          and (p.audience = 'public' or p.audience = 'unlisted' and p_by_link
            or p.audience = 'followers' and exists (
              select from public.follows f
              where f.follower_id = p_user and f.followee_id = p.creator_id and f.state = 'active'))
          and (p_user is null or not app.are_apart(p.creator_id, p_user))))
$$;
comment on function app.sees_post(uuid, uuid, boolean) is
  'Whether somebody, or a visitor (null), sees one publication that they name by its id: what the policies show and, by its link, what is unlisted.';

create or replace function app.can_see_post(post uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$ select app.sees_post(auth.uid(), post) $$;
comment on function app.can_see_post(uuid) is 'app.sees_post for whoever asks.';

create or replace function app.may_remix(p_user uuid, p_post uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.feed_posts p
    where p.id = p_post and app.sees_post(p_user, p.id, false) and (p.creator_id = p_user or p.remix_allowed))
$$;
comment on function app.may_remix(uuid, uuid) is
  'One''s own publications always; those of others where one sees them and their author allows it.';

create or replace function app.source_among_references(p_generation uuid, p_user uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select p.id
  from public.generation_references r
  join public.generation_images gi on gi.bucket = r.bucket and gi.path = r.path and gi.user_id <> p_user
  join public.feed_posts p on p.image_id = gi.id and app.sees_post(p_user, p.id, false)
  where r.generation_id = p_generation
  order by bool_or(p.remix_allowed) over (partition by gi.id), r.position, p.remix_allowed desc, p.id
  limit 1
$$;

create or replace function app.check_remix() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  named uuid := (select g.parent_post_id from public.generations g where g.id = new.generation_id);
  referenced uuid := app.source_among_references(new.generation_id, new.user_id);
  source uuid;
begin
  foreach source in array array_remove(array[named, referenced], null) loop
    if not app.may_remix(new.user_id, source) then
      if app.sees_post(new.user_id, source, false) then
        raise exception 'The author does not allow this image to be remixed' using errcode = 'PT403', hint = 'remix_not_allowed';
      end if;
      raise exception 'There is no such publication to remix' using errcode = 'PT404', hint = 'remix_source_gone';
    end if;
  end loop;
  if named is null and referenced is not null then
    update public.generations g set parent_post_id = referenced where g.id = new.generation_id;
  end if;
  return new;
end
$$;

create or replace function app.check_cover(p_url text, p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_url is not null
    and not exists (select from public.generation_images i where i.url = p_url and i.user_id = p_user)
    and not exists (select from public.feed_posts p where p.image_url = p_url and p.audience = 'public') then
    perform app.refuse_workflow('cover_url', 'is none of one''s own creations');
  end if;
end
$$;

create or replace function app.post_of_image(p_image jsonb, p_user uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select p.id
  from regexp_match(p_image ->> 'url', '/public/([^/?#]+)/([^?#]+)') as location
  join public.generation_images i on i.bucket = location[1] and i.path = location[2]
  join public.feed_posts p on p.image_url = i.url
  where app.sees_post(p_user, p.id, false)
  order by p.creator_id = p_user desc, p.id
  limit 1
$$;

create function app.is_counted(post public.feed_posts) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$ select post.visibility in ('public', 'followers') and post.status in ('published', 'limited') $$;
comment on function app.is_counted(public.feed_posts) is 'Whether a publication is among those that its author''s profile counts.';

create or replace function app.count_remix() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed constant public.feed_posts := case tg_op when 'DELETE' then old else new end;
  post_change constant int := (tg_op <> 'DELETE' and app.is_counted(new))::int - (tg_op <> 'INSERT' and app.is_counted(old))::int;
  remix_change constant int :=
    (tg_op <> 'DELETE' and new.audience = 'public')::int - (tg_op <> 'INSERT' and old.audience = 'public')::int;
  source_creator uuid;
begin
  if tg_op = 'INSERT' then
    insert into app.post_lineage (post_id, parent_id, root_id, depth) values (new.id, new.remix_of, new.root_id, new.depth);
  end if;
  if remix_change <> 0 and changed.remix_of is not null then
    update public.feed_posts p set remixes_count = p.remixes_count + remix_change
    where p.id = changed.remix_of
    returning nullif(p.creator_id, changed.creator_id) into source_creator;
  end if;
  if post_change <> 0 or source_creator is not null then
    perform app.hold_counters(changed.creator_id, source_creator);
    update public.profile_counters c
    set posts_count = c.posts_count + case when c.user_id = changed.creator_id then post_change else 0 end,
      remixes_received_count = c.remixes_received_count + case when c.user_id = source_creator then remix_change else 0 end
    where c.user_id in (changed.creator_id, source_creator);
  end if;
  if tg_op = 'DELETE' then
    update public.profile_counters c
    set remixes_received_count = c.remixes_received_count - lost.remixes
    from (
      select count(*)::int as remixes from public.feed_posts remix
      where remix.remix_of = old.id and remix.audience = 'public' and remix.creator_id <> old.creator_id
    ) as lost
    where c.user_id = old.creator_id and lost.remixes > 0;
  end if;
  return null;
end
$$;
comment on function app.count_remix() is
  'Records the lineage of a new publication, and keeps remixes_count of its source and the counts of both authors, all caches, in the same transaction; the row locks make them exact under concurrency. An id that was ever used is refused (23505).';

drop trigger count_remix on public.feed_posts;
create trigger count_remix after insert or delete or update of visibility, status, audience on public.feed_posts
  for each row execute function app.count_remix();

create or replace function app.recount_remixes() returns int
language plpgsql
set search_path = ''
as $$
declare
  corrected int;
begin
  -- No publication comes or goes between counting and writing; reading goes on.
  lock table public.feed_posts in share row exclusive mode;
  update public.feed_posts p
  set remixes_count = counted.remixes
  from (
    select source.id, count(remix.id)::int as remixes
    from public.feed_posts source
    left join public.feed_posts remix on remix.remix_of = source.id and remix.audience = 'public'
    group by source.id
  ) as counted
  where p.id = counted.id and p.remixes_count <> counted.remixes;
  get diagnostics corrected = row_count;
  return corrected;
end
$$;

create function app.recount_people() returns int
language plpgsql
set search_path = ''
as $$
declare
  corrected int;
begin
  lock table public.feed_posts, public.follows in share row exclusive mode;
  with counted as (
    select c.user_id,
      (select count(*) from public.feed_posts p where p.creator_id = c.user_id and app.is_counted(p))::int as posts,
      (select count(*) from public.follows f where f.followee_id = c.user_id and f.state = 'active')::int as followers,
      (select count(*) from public.follows f where f.follower_id = c.user_id and f.state = 'active')::int as following,
      (select count(*) from public.feed_posts source
       join public.feed_posts remix on remix.remix_of = source.id and remix.audience = 'public'
       where source.creator_id = c.user_id and remix.creator_id <> c.user_id)::int as remixes
    from public.profile_counters c
  )
  update public.profile_counters c
  set posts_count = n.posts, followers_count = n.followers, following_count = n.following, remixes_received_count = n.remixes
  from counted n
  where n.user_id = c.user_id and (c.posts_count, c.followers_count, c.following_count, c.remixes_received_count)
    is distinct from (n.posts, n.followers, n.following, n.remixes);
  get diagnostics corrected = row_count;
  return corrected;
end
$$;
comment on function app.recount_people() is 'Counts anew what profiles count, for the operator; answers how many rows were wrong.';
select app.recount_people();

revoke execute on function
  app.audience_of(text, text, text, boolean), app.settle_audience(), app.resettle_audiences(), app.sees_post(uuid, uuid, boolean),
  app.is_counted(public.feed_posts), app.recount_people()
from public, anon, authenticated;
-- The service runs workflows in the name of people.
grant execute on function app.sees_post(uuid, uuid, boolean) to service_role;
