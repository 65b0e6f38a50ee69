ALTER TABLE public.profile_settings ADD COLUMN show_likers boolean not null default true;
CREATE INDEX post_likes_newest ON public.post_likes USING btree (post_id, created_at DESC, user_id);

CREATE OR REPLACE FUNCTION public.post_likers(post uuid, cursor text DEFAULT NULL::text, page_size integer DEFAULT 30)
 RETURNS TABLE(id uuid, username text, display_name text, avatar_url text, bio text, is_private boolean, liked_at timestamp with time zone, my_state text, after text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  place constant text[] := regexp_match(post_likers.cursor, '^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  since constant timestamptz := coalesce(timestamptz 'epoch' + place[1]::bigint * interval '1 microsecond', 'infinity');
  last_id constant uuid := place[2]::uuid;
  hidden constant uuid[] := app.hidden_people();
  author uuid;
begin
  if post_likers.cursor is not null and place is null then
    raise exception 'The cursor is not one of this list' using errcode = 'PT400', hint = 'cursor_invalid';
  end if;
  if not app.can_see_post(post) then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'post_gone';
  end if;
  select p.creator_id into author from public.feed_posts p where p.id = post;
  if author <> auth.uid() and not (select s.show_likers from public.profile_settings s where s.user_id = author) then
    raise exception 'This list is not shown' using errcode = 'PT403', hint = 'likers_hidden';
  end if;
  return query
  select p.id, p.username::text, p.display_name, p.avatar_url, p.bio, p.is_private, l.created_at, mine.state,
    (extract(epoch from l.created_at) * 1000000)::bigint || '.' || p.id
  from public.post_likes l
  join public.profiles p on p.id = l.user_id and (p.status = 'active' or p.id = auth.uid())
  left join public.follows mine on mine.follower_id = auth.uid() and mine.followee_id = p.id
  where l.post_id = post and not (l.user_id = any (hidden))
    and l.created_at <= since and (l.created_at < since or l.user_id > last_id)
  order by l.created_at desc, l.user_id
  limit least(greatest(page_size, 1), 100);
end
$function$;

revoke all on function public.post_likers(uuid,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.post_likers(uuid,text,integer) to authenticated;
grant execute on function public.post_likers(uuid,text,integer) to service_role;
revoke all on table public.profile_settings from authenticated;
grant select on table public.profile_settings to authenticated;
grant update (ai_training, daily_spend_limit, data_budget_mb, data_saver, default_prompt_visible, default_remix_allowed, feed_rules, hide_counts, language, max_rating, motion, noindex, quiet_hours, read_receipts, shortcuts, show_follow_lists, show_likers, text_size, theme, time_zone, typing_indicators, who_can_mention, who_can_message) on table public.profile_settings to authenticated;

comment on column public.profile_settings.show_likers is 'Others see who likes this person''s publications.';
comment on function public.post_likers(uuid,text,integer) is 'Who likes a publication that the one who asks sees, newest first, unless its author keeps that to themselves (show_likers): PT403 likers_hidden, PT404 post_gone, PT400 cursor_invalid. Columns as follow_list answers them; liked_at is when.';
