-- Filters of somebody's gallery: from their own hashtags and modes.

create function public.gallery_filters(person uuid, remixes boolean default false)
returns table (kind text, value text, display text, posts_count int)
language sql stable rows 12
set search_path = ''
as $$
  with made as materialized (
    select p.hashtags, p.mode from public.feed_posts p
    where p.creator_id = person and p.audience in ('public', 'followers') and (p.remix_of is not null) = remixes
    order by p.created_at desc, p.id desc
    limit 1000
  ), tags as (
    select t.tag, min(t.display) as display, count(*)::int as posts_count
    from made cross join lateral app.tags_of(made.hashtags) t
    group by t.tag
    order by 3 desc, t.tag
    limit 8
  ), modes as (
    select m.mode, count(*)::int as posts_count from made m where m.mode is not null group by m.mode order by 2 desc, m.mode
  )
  select 'tag', tags.tag, tags.display, tags.posts_count from tags
  union all
  select 'mode', modes.mode, modes.mode, modes.posts_count from modes
$$;
comment on function public.gallery_filters(uuid, boolean) is
  'By what somebody''s creations, or remixes, can be told apart: their eight most frequent hashtags, then the modes, of the thousand newest that the asker may see.';

create function public.gallery_posts(person uuid, tag text) returns setof public.feed_posts
language sql stable
set search_path = ''
as $$
  select p.* from public.feed_posts p
  where p.creator_id = person
    and exists (select from app.tags_of(p.hashtags) t where t.tag = app.fold(ltrim(gallery_posts.tag, '#')))
$$;
comment on function public.gallery_posts(uuid, text) is 'What somebody published with this hashtag, as far as the asker may see it; to be filtered, ordered and limited.';

revoke execute on function
  public.gallery_filters(uuid, boolean), public.gallery_posts(uuid, text) from public, anon, authenticated;
grant execute on function public.gallery_filters(uuid, boolean), public.gallery_posts(uuid, text) to authenticated;
