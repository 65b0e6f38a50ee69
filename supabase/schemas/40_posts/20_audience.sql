-- For whom a publication really is: what its author chose, what the staff decided and how the author's account stands.

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

create function app.sees_post(p_user uuid, p_post uuid, p_by_link boolean default true) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  post record;
begin
  select p.creator_id, p.audience, p.status, p.rating into post from public.feed_posts p where p.id = p_post;
  if post.creator_id = p_user then
    return post.status <> 'deleted';
  end if;
  return coalesce(
    (post.audience in ('public', 'followers') or post.audience = 'unlisted' and p_by_link)
      and post.rating <= coalesce((select s.max_rating from public.profile_settings s where s.user_id = p_user), 1)
      and (post.audience <> 'followers' or exists (
        select from public.follows f
        where f.follower_id = p_user and f.followee_id = post.creator_id and f.state = 'active'))
      and not exists (select from public.blocks b where b.blocker_id = post.creator_id and b.blocked_id = p_user)
      and not exists (select from public.blocks b where b.blocker_id = p_user and b.blocked_id = post.creator_id), false);
end
$$;
comment on function app.sees_post(uuid, uuid, boolean) is
  'Whether somebody, or a visitor (null), sees one publication that they name by its id: what the policies show and, by its link, what is unlisted.';

create function app.is_counted(post public.feed_posts) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$ select post.visibility in ('public', 'followers') and post.status in ('published', 'limited') $$;
comment on function app.is_counted(public.feed_posts) is 'Whether a publication is among those that its author''s profile counts.';

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

revoke execute on function
  app.audience_of(text, text, text, boolean), app.settle_audience(), app.resettle_audiences(),
  app.is_counted(public.feed_posts), app.recount_people(), app.sees_post(uuid, uuid, boolean) from public;
grant execute on function app.sees_post(uuid, uuid, boolean) to service_role;
