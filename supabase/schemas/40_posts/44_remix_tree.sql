-- The tree of remixes around one publication, as whoever asks may see it.

create function app.lineage_around(p_post uuid, p_most int)
returns table (post_id uuid, parent_id uuid, depth int, nearness int)
language sql stable security definer
set search_path = ''
as $$
  with recursive up as (
    select l.post_id, l.parent_id, l.root_id, l.depth, 0 as step from app.post_lineage l where l.post_id = p_post
    union all
    select l.post_id, l.parent_id, l.root_id, l.depth, up.step + 1
    from up join app.post_lineage l on l.post_id = up.parent_id
    where up.step < 99
  ), down as (
    select l.post_id, l.parent_id, l.depth from app.post_lineage l where l.parent_id = p_post
    union all
    select l.post_id, l.parent_id, l.depth from down join app.post_lineage l on l.parent_id = down.post_id
  )
  select around.post_id, around.parent_id, around.depth, min(around.nearness)
  from (
    select up.post_id, up.parent_id, up.depth, 0 as nearness from up
    union all
    (select down.post_id, down.parent_id, down.depth, 1 from down limit p_most)
    union all
    (select l.post_id, l.parent_id, l.depth, 2
     from app.post_lineage l
     where l.root_id = (select up.root_id from up limit 1)
     order by l.depth, l.post_id limit p_most)
  ) as around
  group by around.post_id, around.parent_id, around.depth
$$;
comment on function app.lineage_around(uuid, int) is
  'Ids alone, whether their publications are there or not: ancestors (nearness 0), then what comes from it, level by level (1), then the rest of its tree (2).';

create function public.remix_tree(post_id uuid)
returns table (
  id uuid, parent_id uuid, depth int, is_gone boolean, creator_id uuid, username text, display_name text, avatar_url text,
  image_url text, width int, height int, thumbhash text, alt_text text, prompt text, created_at timestamptz,
  remixes_count int)
language sql stable
set search_path = ''
as $$
  with recursive near as (
    select n.*, p.id is not null as is_seen
    from app.lineage_around(remix_tree.post_id, 1000) n
    left join public.feed_posts p on p.id = n.post_id
    where exists (select from public.feed_posts asked where asked.id = remix_tree.post_id)
  ), kept as (
    select near.post_id, near.parent_id from near where near.is_seen
    union
    select near.post_id, near.parent_id from kept join near on near.post_id = kept.parent_id
  )
  select n.post_id, n.parent_id, n.depth, not n.is_seen, p.creator_id, c.username::text, c.display_name, c.avatar_url,
    p.image_url, p.width, p.height, p.thumbhash, p.alt_text, case when p.prompt_visible then p.prompt end, p.created_at,
    p.remixes_count
  from near n
  left join public.feed_posts p on p.id = n.post_id
  left join public.profiles c on c.id = p.creator_id
  where n.post_id in (select kept.post_id from kept)
  order by n.nearness, n.depth, n.post_id
  limit 200
$$;
comment on function public.remix_tree(uuid) is
  'At most 200 publications of one tree, parents before children, by the rights of who asks: what they may not see, or what is deleted, is a node without content (is_gone), and is there only where it joins what they see. Nothing where they do not see the publication itself; no prompt where its author hides it.';

-- One statement: every seventh entry is a remix.
create function app.creator_of_seen(post uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return (
    select jsonb_build_object('id', c.id, 'username', c.username, 'display_name', c.display_name)
    from public.feed_posts p
    join public.profiles c on c.id = p.creator_id
    where p.id = creator_of_seen.post
      and (p.creator_id = me and p.status <> 'deleted'
        or (p.audience = 'public' or p.audience = 'followers' and exists (
            select from public.follows f where f.follower_id = me and f.followee_id = p.creator_id and f.state = 'active'))
          and p.rating <= coalesce((select s.max_rating from public.profile_settings s where s.user_id = me), 1)
          and not exists (select from public.blocks b where b.blocker_id = p.creator_id and b.blocked_id = me)
          and not exists (select from public.blocks b where b.blocker_id = me and b.blocked_id = p.creator_id)));
end
$$;
comment on function app.creator_of_seen(uuid) is 'Who made a publication; null where the policies show it not to who asks.';

-- Without a search path of its own it is inlined: not every row is packed into an argument.
create function public.remixed_creator(post public.feed_posts) returns jsonb
language sql stable
as $$ select case when post.remix_of is not null then app.creator_of_seen(post.remix_of) end $$;
comment on function public.remixed_creator(public.feed_posts) is
  'Computed column: who made the publication that this one remixes; null where it remixes none, or none that one sees.';

revoke execute on function
  app.lineage_around(uuid, int), app.creator_of_seen(uuid), public.remixed_creator(public.feed_posts) from public;
revoke execute on function public.remix_tree(uuid) from public, anon, authenticated;
grant execute on function app.lineage_around(uuid, int) to anon, authenticated, service_role;
grant execute on function public.remix_tree(uuid), app.creator_of_seen(uuid) to anon, authenticated;
