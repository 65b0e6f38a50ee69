-- Followers and followees in the very order of their indexes: of somebody with a million followers a page reads a page.

create function public.follow_list(person uuid, list text, cursor text default null, page_size int default 30)
returns table (
  id uuid, username text, display_name text, avatar_url text, bio text, is_private boolean, followed_at timestamptz,
  my_state text, after text)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  place constant text[] := regexp_match(follow_list.cursor, '^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  since constant timestamptz := coalesce(timestamptz 'epoch' + place[1]::bigint * interval '1 microsecond', 'infinity');
  last_id constant uuid := place[2]::uuid;
  hidden constant uuid[] := app.hidden_people();
  most constant int := least(greatest(page_size, 1), 100);
  whose public.profiles;
  shown_to text;
begin
  if list not in ('followers', 'following') or follow_list.cursor is not null and place is null then
    raise exception 'The cursor is not one of this list' using errcode = 'PT400', hint = 'cursor_invalid';
  end if;
  if person <> auth.uid() then
    select p.* into whose from public.profiles p where p.id = person;
    if whose.id is null or whose.status <> 'active' or app.are_apart(person, auth.uid()) then
      raise exception 'There is no such person' using errcode = 'PT404', hint = 'person_gone';
    end if;
    select s.show_follow_lists into shown_to from public.profile_settings s where s.user_id = person;
    if shown_to = 'nobody' or (shown_to = 'followers' or whose.is_private) and not (person = any (app.my_followees())) then
      raise exception 'This list is not shown' using errcode = 'PT403', hint = 'follow_list_hidden';
    end if;
  end if;
  if list = 'followers' then
    return query
    select p.id, p.username::text, p.display_name, p.avatar_url, p.bio, p.is_private, f.created_at, mine.state,
      (extract(epoch from f.created_at) * 1000000)::bigint || '.' || p.id
    from public.follows f
    join public.profiles p on p.id = f.follower_id and (p.status = 'active' or p.id = auth.uid())
    left join public.follows mine on mine.follower_id = auth.uid() and mine.followee_id = p.id
    where f.followee_id = person and f.state = 'active' and not (f.follower_id = any (hidden))
      and f.created_at <= since and (f.created_at < since or f.follower_id > last_id)
    order by f.created_at desc, f.follower_id
    limit most;
  else
    return query
    select p.id, p.username::text, p.display_name, p.avatar_url, p.bio, p.is_private, f.created_at, mine.state,
      (extract(epoch from f.created_at) * 1000000)::bigint || '.' || p.id
    from public.follows f
    join public.profiles p on p.id = f.followee_id and (p.status = 'active' or p.id = auth.uid())
    left join public.follows mine on mine.follower_id = auth.uid() and mine.followee_id = p.id
    where f.follower_id = person and f.state = 'active' and not (f.followee_id = any (hidden))
      and f.created_at <= since and (f.created_at < since or f.followee_id > last_id)
    order by f.created_at desc, f.followee_id
    limit most;
  end if;
end
$$;
comment on function public.follow_list(uuid, text, text, int) is
  'followers or following of a person, newest first, as show_follow_lists and a private account allow: PT403 follow_list_hidden, PT404 person_gone, PT400 cursor_invalid. my_state is how the one who asks follows each. after is the cursor of what comes after a row.';

revoke execute on function public.follow_list(uuid, text, text, int) from public, anon, authenticated;
grant execute on function public.follow_list(uuid, text, text, int) to authenticated;
