-- What every page of a list asks about its reader, asked in fewer and cheaper statements. A function in SQL that cannot be
-- inlined is set up anew for each call; one in PL/pgSQL keeps its plans for the session.
create or replace function app.my_max_rating() returns smallint
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return coalesce((select s.max_rating from public.profile_settings s where s.user_id = me), 1::smallint);
end
$$;

create or replace function app.hidden_people() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return array(
    select b.blocked_id from public.blocks b where b.blocker_id = me
    union
    select b.blocker_id from public.blocks b where b.blocked_id = me);
end
$$;

create or replace function app.blocking_people() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return array(select b.blocker_id from public.blocks b where b.blocked_id = me);
end
$$;

create or replace function app.my_followees() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return array(select f.followee_id from public.follows f where f.follower_id = me and f.state = 'active');
end
$$;

create or replace function app.muted_targets(p_kind text, p_scope text) returns text[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return array(
    select m.target from public.mutes m
    where m.user_id = me and m.kind = p_kind and p_scope = any (m.scope) and (m.expires_at is null or m.expires_at > now()));
end
$$;

create function app.my_mutes(p_scope text, out people uuid[], out words text[], out tags text[])
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  mute record;
begin
  people := '{}';
  words := '{}';
  tags := '{}';
  for mute in
    select m.kind, array_agg(m.target) as targets from public.mutes m
    where m.user_id = me and p_scope = any (m.scope) and (m.expires_at is null or m.expires_at > now())
    group by m.kind
  loop
    case mute.kind
      when 'user' then people := mute.targets::uuid[];
      when 'word' then words := array(select app.fold(word) from unnest(mute.targets) as word);
      when 'hashtag' then tags := mute.targets;
      else null;
    end case;
  end loop;
end
$$;
comment on function app.my_mutes(text) is
  'muted_people, muted_words and muted_tags of who asks, in one statement.';

create or replace function app.sees_post(p_user uuid, p_post uuid, p_by_link boolean default true) returns boolean
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

create function app.creator_of_seen(post uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not app.sees_post(auth.uid(), post, false) then
    return null;
  end if;
  return (
    select jsonb_build_object('id', c.id, 'username', c.username, 'display_name', c.display_name)
    from public.feed_posts source
    join public.profiles c on c.id = source.creator_id
    where source.id = post);
end
$$;
comment on function app.creator_of_seen(uuid) is 'Who made a publication; null where the policies show it not to who asks.';

-- Without a search path of their own both are inlined: not every row is packed into an argument.
create or replace function public.remixed_creator(post public.feed_posts) returns jsonb
language sql stable
as $$ select case when post.remix_of is not null then app.creator_of_seen(post.remix_of) end $$;

create or replace function public.remixed_creator(entry public.feed_entries) returns jsonb
language sql stable
as $$ select case when entry.remix_of is not null then app.creator_of_seen(entry.remix_of) end $$;

create or replace function app.list_page(p_list text, p_subject text, p_cursor text, p_size int) returns setof public.feed_entries
language plpgsql
set search_path = ''
as $$
declare
  size constant int := least(greatest(coalesce(p_size, 20), 1), 100);
  head constant text := p_list || '.' || coalesce(p_subject || '.', '');
  -- What one keeps oneself is shown whatever one has muted.
  is_filtered constant boolean := auth.uid() is not null and p_list not in ('saved', 'liked', 'collection');
  people uuid[] := '{}';
  words text[] := '{}';
  tags text[] := '{}';
  mark text := app.mark_in(p_cursor, p_list, p_subject);
  -- A few more than the page, for those that are left out.
  most int := size + case when is_filtered then 5 else 1 end;
  step record;
  walked int;
  shown int;
  -- Held back until it is known whether anything comes after it.
  held public.feed_entries;
  found_so_far int := 0;
begin
  if is_filtered then
    select m.people, m.words, m.tags into people, words, tags from app.my_mutes('feed') m;
  end if;
  -- Whoever has muted nearly everything waits for a thousand, not for all that there is.
  for round in 1..11 loop
    walked := 0;
    shown := found_so_far;
    for step in
      select w.mark, w.why, e as entry,
        e.id is not null and not w.is_hidden and e.creator_id <> all (people)
          and (tags = '{}' or not string_to_array(app.fold(e.hashtags), ',') && tags)
          and (words = '{}' or not exists (
            select
            from (
              -- As app.fold does, once whatever the number of words, and without a call for each entry.
              select lower(extensions.unaccent('extensions.unaccent',
                concat_ws(' ', e.prompt, e.title, e.description, e.hashtags, e.alt_text)) collate "und-x-icu") as text offset 0
            ) as said, unnest(words) as word
            where strpos(said.text, word) > 0)) as is_shown
      from app.walk(p_list, p_subject, mark, most) with ordinality as w (post_id, mark, why, is_hidden, place)
      left join public.feed_entries e on e.id = w.post_id
      order by w.place
    loop
      walked := walked + 1;
      mark := step.mark;
      continue when not coalesce(step.is_shown, false);
      if found_so_far > 0 then
        return next held;
      end if;
      if found_so_far = size then
        return;
      end if;
      held := step.entry;
      held.reasons := coalesce(step.why, '[]');
      held.cursor := head || step.mark;
      found_so_far := found_so_far + 1;
    end loop;
    exit when walked < most or round = 11;
    -- As many as what is missing should take, where as few are shown as in this round.
    most := least(case when found_so_far = shown then 2 * most
      else (size + 1 - found_so_far) * most / (found_so_far - shown) + 5 end, 100);
  end loop;
  if found_so_far > 0 then
    held.cursor := case when walked >= most then head || mark end;
    return next held;
  end if;
end
$$;

-- A plan that was made under the policies of one role is made anew for the other, and a connection serves visitors and
-- members in turn: each has its own copy of the function, whose plans stay.
do $$
begin
  execute replace(pg_get_functiondef('app.list_page(text, text, text, int)'::regprocedure), 'app.list_page', 'app.visitors_page');
end
$$;

revoke execute on function app.my_mutes(text), app.creator_of_seen(uuid) from public, anon, authenticated;
grant execute on function app.my_mutes(text), app.creator_of_seen(uuid) to anon, authenticated;
