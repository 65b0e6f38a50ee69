-- One publication by its address: seen, gone, or never there; taken away and put first by its author.

create function app.post_by_id(p_post uuid) returns setof public.feed_posts
language sql stable security definer rows 1
set search_path = ''
as $$
  select p.* from public.feed_posts p where p.id = p_post and app.can_see_post(p_post)
$$;
comment on function app.post_by_id(uuid) is 'By the rights of who asks, unlisted ones included: their address is what opens them.';

create function public.get_post(post_id uuid) returns setof public.feed_posts
language sql stable rows 1
set search_path = ''
as $$ select * from app.post_by_id(get_post.post_id) $$;
comment on function public.get_post(uuid) is 'One publication for whoever may see it, unlisted ones included; no row otherwise.';

-- Why a publication is not shown: also because it is more sensitive than what the person who asks has chosen.
create function app.state_of_post(p_post uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  post public.feed_posts;
begin
  if app.can_see_post(p_post) then
    return jsonb_build_object('state', 'here');
  end if;
  select p.* into post from public.feed_posts p where p.id = p_post;
  if post.id is null then
    return jsonb_build_object('state', case
      when exists (select from app.post_lineage l where l.post_id = p_post) then 'gone' else 'missing' end);
  end if;
  if post.creator_id = any (app.hidden_people()) then
    return jsonb_build_object('state', 'missing');
  end if;
  if post.status in ('deleted', 'removed') and post.visibility <> 'private' then
    return jsonb_build_object('state', 'gone');
  end if;
  if post.audience = 'followers' and not exists (
    select from public.follows f
    where f.follower_id = auth.uid() and f.followee_id = post.creator_id and f.state = 'active') then
    return jsonb_build_object('state', 'followers_only', 'creator', (
      select jsonb_build_object('id', c.id, 'username', c.username, 'display_name', c.display_name, 'avatar_url', c.avatar_url)
      from public.profiles c where c.id = post.creator_id));
  end if;
  -- For whoever it would be there, but for this.
  if post.audience in ('public', 'followers', 'unlisted') and post.rating > app.my_max_rating() then
    return jsonb_build_object('state', 'sensitive', 'rating', post.rating);
  end if;
  return jsonb_build_object('state', 'missing');
end
$$;

create function public.post_state(post_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$ select app.state_of_post(post_state.post_id) $$;
comment on function public.post_state(uuid) is
  '{state}: here; followers_only, with its creator, for whoever would see it by following; sensitive, with its rating, for whoever would see it with another setting; gone where it was taken away; missing for everything else, so that neither a block nor a private publication is betrayed.';

create function public.delete_post(post_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.feed_posts p
  set status = 'deleted', deleted_at = clock_timestamp(), pinned_rank = null
  where p.id = delete_post.post_id and p.creator_id = auth.uid() and p.status <> 'deleted';
  if not found and not exists (
    select from public.feed_posts p where p.id = delete_post.post_id and p.creator_id = auth.uid()) then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'not_found';
  end if;
end
$$;
comment on function public.delete_post(uuid) is
  'Takes one''s own publication away for everybody; a second time does nothing. Its row stays, for remixes and for moderation; its picture is its author''s again, to keep or to throw away. PT404 for anybody else''s.';

create function public.pin_post(post_id uuid, pinned boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  free smallint;
begin
  perform pg_advisory_xact_lock(hashtextextended('pins ' || auth.uid(), 0));
  if not exists (
    select from public.feed_posts p
    where p.id = pin_post.post_id and p.creator_id = auth.uid() and p.status in ('published', 'limited')) then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'not_found';
  end if;
  if not pinned then
    update public.feed_posts p set pinned_rank = null where p.id = pin_post.post_id;
    return;
  end if;
  select min(place) into free
  from generate_series(1, 3) as place
  where not exists (
    select from public.feed_posts p
    where p.creator_id = auth.uid() and p.pinned_rank = place and p.id <> pin_post.post_id);
  if free is null then
    raise exception 'At most three publications are shown first' using errcode = 'PT409', hint = 'too_many_pins';
  end if;
  update public.feed_posts p set pinned_rank = coalesce(p.pinned_rank, free) where p.id = pin_post.post_id;
end
$$;
comment on function public.pin_post(uuid, boolean) is
  'Puts one''s own publication among the three that one''s profile shows first, or takes it from there. PT409 too_many_pins.';

revoke execute on function app.post_by_id(uuid), app.state_of_post(uuid) from public;
revoke execute on function
  public.get_post(uuid), public.post_state(uuid), public.delete_post(uuid), public.pin_post(uuid, boolean)
from public, anon, authenticated;
grant execute on function app.post_by_id(uuid), app.state_of_post(uuid) to anon, authenticated, service_role;
grant execute on function public.get_post(uuid), public.post_state(uuid) to anon, authenticated;
grant execute on function public.delete_post(uuid), public.pin_post(uuid, boolean) to authenticated;
