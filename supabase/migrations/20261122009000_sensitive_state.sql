-- Why a publication is not shown: also because it is more sensitive than what the person who asks has chosen.

create or replace function app.state_of_post(p_post uuid) returns jsonb
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
comment on function public.post_state(uuid) is
  '{state}: here; followers_only, with its creator, for whoever would see it by following; sensitive, with its rating, for whoever would see it with another setting; gone where it was taken away; missing for everything else, so that neither a block nor a private publication is betrayed.';
