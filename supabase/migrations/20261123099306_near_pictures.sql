CREATE OR REPLACE FUNCTION app.words_to_compare(p_post uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select w.word
    from public.feed_posts p
    cross join regexp_split_to_table(app.search_form(concat_ws(' ', p.title, p.prompt)), '[^[:alnum:]]+') as w (word)
    where p.id = p_post and char_length(w.word) >= 5 and app.can_see_post(p.id)
    group by w.word
    order by char_length(w.word) desc, w.word
    limit 6)
$function$;

CREATE OR REPLACE FUNCTION app.near_by_words(p_post uuid)
 RETURNS TABLE(post_id uuid, score double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 200
 SET search_path TO ''
AS $function$
  with found as (
    select hit.post_id, count(*) over (partition by words.word) as held
    from unnest(app.words_to_compare(p_post)) as words (word)
    cross join lateral (
      select w.post_id from app.post_words w where w.prompt like app.containing(words.word) limit 200
    ) as hit
  )
  select found.post_id, sum(1 / ln(2 + found.held)) from found group by found.post_id
$function$;

CREATE OR REPLACE FUNCTION app.likeness_of_colours(p_post uuid, p_others uuid[])
 RETURNS TABLE(post_id uuid, score double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select other.id, greatest(0, 1 - app.colours_apart(l.colours, own.colours) / 9000.0)::double precision
  from public.feed_posts p
  join app.picture_likeness own on own.image_id = p.image_id and own.colours is not null
  cross join public.feed_posts other
  join app.picture_likeness l on l.image_id = other.image_id and l.colours is not null
  where p.id = p_post and other.id = any (p_others) and app.can_see_post(p.id) and other.audience = 'public'
$function$;

CREATE OR REPLACE FUNCTION public.similar_posts(post_id uuid, max integer DEFAULT 6)
 RETURNS SETOF public.feed_posts
 LANGUAGE sql
 STABLE ROWS 6
 SET search_path TO ''
AS $function$
  with clues as (
    select h.tag, 1 / ln(2 + h.posts_count) as weight
    from public.hashtags h
    where h.tag = any (app.tags_to_compare(similar_posts.post_id))
    order by h.posts_count
    limit 8
  ), tagged as (
    select near.post_id, sum(clues.weight) as score
    from clues
    cross join lateral (
      select ph.post_id from public.post_hashtags ph
      where ph.tag = clues.tag
      order by ph.created_at desc, ph.post_id desc
      limit 100
    ) as near
    group by near.post_id
    order by score desc, near.post_id desc
    limit 100
  ), near as (
    select each.post_id, sum(each.score) as score
    from (
      select tagged.post_id, tagged.score from tagged
      union all select w.post_id, w.score from app.near_by_words(similar_posts.post_id) as w
    ) as each
    group by each.post_id
    order by score desc, each.post_id desc
    limit 100
  ), newest as (
    select p.id as post_id from public.feed_posts p
    where p.audience = 'public'
    order by p.created_at desc, p.id desc
    limit 50
  ), candidates as (
    select each.post_id, max(each.score) as score
    from (select near.post_id, near.score from near union all select newest.post_id, 0 from newest) as each
    where each.post_id <> similar_posts.post_id
    group by each.post_id
  ), coloured as (
    select likeness.post_id, likeness.score
    from app.likeness_of_colours(similar_posts.post_id, array(select candidates.post_id from candidates)) as likeness
  ), ranked as (
    select candidates.post_id, candidates.score as subject, coalesce(coloured.score, 0) as colours
    from candidates left join coloured on coloured.post_id = candidates.post_id
  )
  select p.*
  from ranked
  join public.feed_posts p on p.id = ranked.post_id
  where p.audience = 'public' and p.status = 'published'
    -- The newest alone are not near; what is gone has nothing left to compare, and its page still leads on.
    and (ranked.subject > 0 or ranked.colours >= 0.6 or not app.can_see_post(similar_posts.post_id))
    and p.creator_id <> all ((select app.muted_people('feed'))::uuid[])
    and p.id <> all ((select app.my_hides())::uuid[])
  order by ranked.subject + ranked.colours / 2 desc, p.created_at desc, p.id desc
  limit least(greatest(similar_posts.max, 1), 24)
$function$;

revoke all on function app.likeness_of_colours(uuid,uuid[]) from public, anon, authenticated, service_role;
grant execute on function app.likeness_of_colours(uuid,uuid[]) to anon;
grant execute on function app.likeness_of_colours(uuid,uuid[]) to authenticated;
grant execute on function app.likeness_of_colours(uuid,uuid[]) to service_role;
revoke all on function app.near_by_words(uuid) from public, anon, authenticated, service_role;
grant execute on function app.near_by_words(uuid) to anon;
grant execute on function app.near_by_words(uuid) to authenticated;
grant execute on function app.near_by_words(uuid) to service_role;
revoke all on function app.words_to_compare(uuid) from public, anon, authenticated, service_role;

comment on function public.similar_posts(uuid,integer) is 'Public ones that share hashtags, words of the prompt or colours with it, the rarest count most; of what is gone, the newest.';
comment on function app.likeness_of_colours(uuid,uuid[]) is '1 for the same colours in the same places, 0 for what differs in each field by a fifth of the scale or more.';
comment on function app.near_by_words(uuid) is 'Public ones whose prompt has words of it, the rarest count most. Reads two hundred of each word at most.';
comment on function app.words_to_compare(uuid) is 'The longest words of its title and prompt, in search form: what it is of. None of what is not for who asks.';
