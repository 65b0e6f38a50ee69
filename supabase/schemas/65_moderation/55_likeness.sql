-- A real person who did not agree: what was said of the photographs behind a publication, and the end of all that came of it.

create function app.descent_of(p_post uuid) returns table (post_id uuid, depth int)
language sql stable
set search_path = ''
as $$
  with recursive descent as (
    select l.post_id, 0 as depth from app.post_lineage l where l.post_id = p_post
    union all
    select l.post_id, d.depth + 1 from descent d join app.post_lineage l on l.parent_id = d.post_id
  )
  select d.post_id, d.depth from descent d
$$;
comment on function app.descent_of(uuid) is 'A publication and all that came of it, however many steps on.';

create function app.consents_behind(p_post uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  with recursive ascent as (
    select l.post_id, l.parent_id from app.post_lineage l where l.post_id = p_post
    union all
    select l.post_id, l.parent_id from ascent a join app.post_lineage l on l.post_id = a.parent_id
  )
  select jsonb_agg(distinct jsonb_build_object(
    'shows', coalesce(said.shows, 'unsaid'), 'said_at', said.said_at, 'is_inherited', a.post_id <> p_post))
  from ascent a
  join public.feed_posts p on p.id = a.post_id
  join public.generation_images gi on gi.id = any (app.shown_images(p))
  join app.reference_likeness r on r.generation_id = gi.generation_id
  left join public.likeness_consents said on said.user_id = gi.user_id and said.sha256 = r.sha256
$$;
comment on function app.consents_behind(uuid) is
  'What was said of each photograph that a publication, or one that it descends from, was made with; null where there was none.';

create function public.remove_descent(target_id uuid, rule text, public_reason text) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  one uuid;
  removed int := 0;
begin
  perform app.require_staff();
  -- The source first, so that nobody remixes it meanwhile.
  for one in
    select d.post_id from app.descent_of(remove_descent.target_id) d join public.feed_posts p on p.id = d.post_id
    where p.status not in ('removed', 'deleted') and p.creator_id <> auth.uid()
    order by d.depth, d.post_id
  loop
    perform public.decide('post', one, 'remove', remove_descent.rule, remove_descent.public_reason);
    removed := removed + 1;
  end loop;
  return removed;
end
$$;
comment on function public.remove_descent(uuid, text, text) is
  'Removes a publication and every remix of it, each by a decision of its own that its author reads and may contest; answers how many. One''s own are left to somebody else. PT403 staff_only.';

revoke execute on function app.descent_of(uuid), app.consents_behind(uuid) from public;
revoke execute on function public.remove_descent(uuid, text, text) from public, anon, authenticated;
grant execute on function public.remove_descent(uuid, text, text) to authenticated;
