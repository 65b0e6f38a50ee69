-- Messages have a place of their own: those that stand in the list of notifications leave it.
update public.notifications set is_listed = false where type = 'message' and is_listed;
drop index public.notifications_of_conversations;

CREATE OR REPLACE FUNCTION app.lets_train(p_person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce((select s.ai_training from public.profile_settings s where s.user_id = p_person), false) $function$;

CREATE OR REPLACE FUNCTION app.is_quiet(m public.encrypted_messages)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select (m.metadata -> 'quiet') is not distinct from 'true'::jsonb $function$;

CREATE OR REPLACE FUNCTION app.unread_conversations(p_user uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*)::int
  from public.conversation_settings s
  join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id
  where s.user_id = p_user and s.unread_count > 0 and p.state = 'accepted' and p.is_active
    and (s.muted_until is null or s.muted_until <= now())
$function$;

CREATE OR REPLACE FUNCTION app.rules_weight(p_rules jsonb, p_text text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(exp(sum(case rule ->> 'kind' when 'more' then ln(2) when 'less' then ln(0.25) else 0 end)), 1)
  from jsonb_array_elements(p_rules) as rule
  where strpos(app.fold(p_text), app.fold(nullif(btrim(rule ->> 'words'), ''))) > 0
$function$;

CREATE OR REPLACE FUNCTION app.for_you_list(p_made timestamp with time zone)
 RETURNS app.for_you_lists
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  list app.for_you_lists;
begin
  select l.* into list from app.for_you_lists l where l.user_id = auth.uid() and l.made_at = p_made;
  if list.user_id is null then
    select l.* into list from app.for_you_lists l where l.user_id = auth.uid() order by l.made_at desc limit 1;
  end if;
  if list.user_id is null or p_made is null and (
    list.made_at < now() - interval '5 minutes'
    or exists (select from public.follows f where f.follower_id = auth.uid() and f.state = 'active' and f.created_at > list.made_at)
    or exists (select from public.hashtag_follows f where f.user_id = auth.uid() and f.created_at > list.made_at)
    or exists (select from public.profile_settings s where s.user_id = auth.uid() and s.updated_at > list.made_at)) then
    p_made := app.make_for_you();
    select l.* into list from app.for_you_lists l where l.user_id = auth.uid() and l.made_at = p_made;
  end if;
  return list;
end
$function$;
CREATE OR REPLACE FUNCTION app.head_of_post(p_post uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.feed_posts;
  author public.profiles;
begin
  select p.* into post from public.feed_posts p where p.id = p_post;
  if post.id is null then
    return jsonb_build_object('state', case
      when exists (select from app.post_lineage l where l.post_id = p_post) then 'gone' else 'missing' end);
  elsif post.status in ('deleted', 'removed') then
    return jsonb_build_object('state', case when post.visibility = 'private' then 'missing' else 'gone' end);
  elsif post.audience = 'followers' or post.audience in ('public', 'unlisted') and post.rating > 1 then
    return jsonb_build_object('state', 'restricted');
  elsif not app.sees_post(null, p_post) then
    return jsonb_build_object('state', 'missing');
  end if;
  select c.* into author from public.profiles c where c.id = post.creator_id;
  return jsonb_build_object(
    'state', 'here', 'title', post.title, 'description', post.description,
    'prompt', case when post.prompt_visible then post.prompt end,
    'alt_text', post.alt_text, 'created_at', post.created_at, 'edited_at', post.edited_at,
    'image', case when post.rating = 0 then
      jsonb_build_object('url', post.image_url, 'width', post.width, 'height', post.height) end,
    'is_indexed', post.audience = 'public' and post.status = 'published' and post.rating = 0 and not author.noindex,
    'may_train', app.lets_train(author.id),
    'creator', jsonb_build_object('id', author.id, 'username', author.username, 'display_name', author.display_name));
end
$function$;
CREATE OR REPLACE FUNCTION app.head_of_profile(p_handle text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select jsonb_build_object(
      'state', 'here', 'id', p.id, 'username', p.username, 'display_name', p.display_name, 'avatar_url', p.avatar_url,
      'bio', case when not p.is_private then nullif(p.bio, '') end, 'is_indexed', not (p.noindex or p.is_private),
      'may_train', app.lets_train(p.id))
    from app.find_handle(p_handle) as found
    join public.profiles p on p.id = found.id
    where p.status = 'active'),
    jsonb_build_object('state', 'missing'))
$function$;
CREATE OR REPLACE FUNCTION app.make_for_you()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'auto'
AS $function$
declare
  me constant uuid := auth.uid();
  muted constant uuid[] := app.muted_people('feed');
  hidden constant uuid[] := app.hidden_people();
  most_sensitive constant smallint := app.my_max_rating();
  rules constant jsonb := (select s.feed_rules from public.profile_settings s where s.user_id = me);
  ids uuid[];
  authors uuid[];
  whys jsonb[];
  kept int[];
  made timestamptz;
begin
  with candidates as materialized (
    select array(
      select p.id
      from app.for_you_candidates() as candidate (id)
      join public.feed_posts p on p.id = candidate.id
      where p.audience in ('public', 'followers') and p.status = 'published' and p.rating <= most_sensitive
        and p.creator_id <> me and p.creator_id <> all (muted) and p.creator_id <> all (hidden)
        and not exists (select from public.post_hides h where h.user_id = me and h.post_id = p.id)
        and not exists (select from public.post_likes l where l.post_id = p.id and l.user_id = me)) as ids
  ), scored as (
    select s.*, app.for_you_score(
      s.is_followed, s.followed_tag is not null, s.liked_tag is not null, s.is_remix_of_liked, s.trending_hours is not null,
      s.is_new_author, s.likes_of_author, s.hides_of_author, s.age_hours, s.engagement)
      * case when rules = '[]' then 1 else app.rules_weight(rules, (
        select concat_ws(' ', p.prompt, p.title, p.hashtags) from public.feed_posts p where p.id = s.post_id)) end as score
    from candidates, app.for_you_signals(candidates.ids) s
  ), placed as (
    select scored.*, row_number() over (partition by scored.creator_id order by scored.score desc, scored.post_id desc) as place
    from scored where scored.score > 0
  )
  select array_agg(placed.post_id order by placed.score desc, placed.post_id desc),
    array_agg(placed.creator_id order by placed.score desc, placed.post_id desc),
    array_agg(app.for_you_reasons(placed.username, placed.is_followed, placed.is_remix_of_liked, placed.followed_tag,
      placed.trending_hours, placed.liked_tag, placed.is_new_author, placed.likes_of_author)
      order by placed.score desc, placed.post_id desc)
  into ids, authors, whys
  from placed where placed.place <= 30;
  kept := app.spread_authors(coalesce(authors, '{}'), 300);
  insert into app.for_you_lists (user_id, post_ids, reasons)
  select me, coalesce(array_agg(ids[k.place] order by k.at), '{}'), coalesce(jsonb_agg(whys[k.place] order by k.at), '[]')
  from unnest(kept) with ordinality as k (place, at)
  returning made_at into made;
  -- The one before stays, for whoever is reading it on another device.
  delete from app.for_you_lists l
  where l.user_id = me and l.made_at < (
    select before.made_at from app.for_you_lists before
    where before.user_id = me and before.made_at < made order by before.made_at desc limit 1);
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION app.message_arrived()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.conversations c
  set last_message_at = greatest(c.last_message_at, new.created_at), updated_at = clock_timestamp()
  where c.id = new.conversation_id;
  -- Who answers has accepted.
  update public.conversation_participants p set state = 'accepted'
  where p.conversation_id = new.conversation_id and p.user_id = new.sender_id and p.state = 'requested';
  update public.conversation_settings s
  set last_at = greatest(s.last_at, new.created_at), unread_count = s.unread_count + (s.user_id <> new.sender_id and not new.is_read and not app.is_quiet(new))::int
  from public.conversation_participants p
  where p.conversation_id = new.conversation_id and p.is_active
    and s.conversation_id = p.conversation_id and s.user_id = p.user_id;
  perform app.tell_message(new);
  if not app.is_quiet(new) then
    insert into app.message_notices (message_id) values (new.id);
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION app.notification_channels(p_user uuid, p_type text, p_actor uuid, p_data jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_actor = p_user or app.is_notification_muted(p_user, p_actor, p_data) then '{}'
    else array_remove(array[
      case when p_type <> 'message' and coalesce(wanted.in_app, true) or p_type in ('payment', 'payout', 'moderation') then 'in_app' end,
      case when coalesce(wanted.push, true) then 'push' end,
      case when wanted.email then 'email' end], null)
  end
  from (select) as always
  left join lateral (
    select p.in_app, p.push, p.email from public.notification_preferences p
    where p.user_id = p_user and p.type = p_type and (p.about_user is null or p.about_user = p_actor)
    order by p.about_user nulls last
    limit 1
  ) as wanted on true
$function$;
CREATE OR REPLACE FUNCTION app.notify_of_message(p_user uuid, p_sender uuid, p_conversation uuid, p_message uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select app.notify(p_user, 'message', app.notification_key('message', p_message, clock_timestamp()), p_sender,
    jsonb_build_object('conversation_id', p_conversation, 'message_id', p_message, 'body', 'Nouveau message'), p_message)
$function$;
CREATE OR REPLACE FUNCTION app.push_content(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'notification_id', n.id, 'type', n.type, 'title', n.title, 'body', n.body, 'data', n.data, 'user_id', n.user_id,
    'actors_count', n.actors_count, 'unread', app.unread_notifications(n.user_id) + app.unread_conversations(n.user_id),
    'language', (
      select coalesce(s.language, p.locale) from public.profile_settings s join public.profiles p on p.id = s.user_id
      where s.user_id = n.user_id),
    'names', (
      select coalesce(jsonb_agg(p.display_name order by place), '[]')
      from unnest(n.actor_ids[1:2]) with ordinality as actor (id, place)
      join public.profiles p on p.id = actor.id),
    'excerpt', (
      select left(c.body, 120) from public.post_comments c
      where c.id = (n.data ->> 'comment_id')::uuid and c.hidden_at is null and c.deleted_at is null),
    'message', case when n.type = 'message' then app.pushed_message(n.user_id, (n.data ->> 'message_id')::uuid) end,
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth)), '[]')
      from public.push_subscriptions s
      where s.user_id = n.user_id and s.id <> all (j.delivered)))
  from public.notifications n
  join app.push_jobs j on j.notification_id = n.id
  where n.id = p_id
$function$;
CREATE OR REPLACE FUNCTION app.read_by_hand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed record;
begin
  for changed in
    select m.conversation_id, array_agg(m.id) as ids,
      (count(*) filter (where (m.metadata -> 'quiet') is distinct from 'true'::jsonb))::int as amount
    from now_read m join was_unread w on w.id = m.id
    where m.is_read and not w.is_read
    group by m.conversation_id order by m.conversation_id
  loop
    update public.conversation_settings s set unread_count = greatest(0, s.unread_count - changed.amount)
    where s.conversation_id = changed.conversation_id and s.user_id = auth.uid();
    perform app.tell_read(changed.conversation_id, jsonb_build_object('message_ids', changed.ids[1:100]), true);
  end loop;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION public.mark_read(conversation uuid, up_to timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  until constant timestamptz := least(up_to, clock_timestamp());
  is_shown constant boolean := app.lets_know_of_reading(conversation);
begin
  perform from public.conversation_settings s
  join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id and p.is_active
  where s.conversation_id = mark_read.conversation and s.user_id = me
  for update of s;
  if not found then
    raise exception 'Non autorisé' using errcode = '42501', hint = 'not_participant';
  end if;
  -- What arrives from here on waits for the row, and counts itself.
  update public.conversation_settings s
  set read_up_to = until, unread_count = (
    select count(*) from (
      select from public.encrypted_messages m
      where m.conversation_id = s.conversation_id and m.created_at > until and m.sender_id <> me and not app.is_quiet(m) limit 1000) as later)
  where s.conversation_id = mark_read.conversation and s.user_id = me and (s.read_up_to is null or s.read_up_to < until);
  if not found then
    return;
  end if;
  if is_shown then
    update public.conversation_participants p set last_read_at = until
    where p.conversation_id = mark_read.conversation and p.user_id = me and (p.last_read_at is null or p.last_read_at < until);
    update public.encrypted_messages m set is_read = true
    where m.conversation_id = mark_read.conversation and m.created_at <= until and not m.is_read and m.sender_id <> me;
  end if;
  perform app.tell_read(conversation, jsonb_build_object('up_to', until), is_shown);
  update public.notifications n set read_at = clock_timestamp(), seen_at = coalesce(n.seen_at, clock_timestamp())
  from public.encrypted_messages m
  where n.user_id = me and n.group_key >= 'message:' and n.group_key < 'message;' and n.read_at is null
    and n.data ->> 'conversation_id' = mark_read.conversation::text
    and m.id = (n.data ->> 'message_id')::uuid and m.created_at <= until;
  if found then
    perform app.tell_notifications(me, '{}');
  end if;
end
$function$;
CREATE OR REPLACE FUNCTION public.publish_workflow_image(p_worker uuid, p_fence integer, p_run uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step public.workflow_run_steps := app.own_step(p_worker, p_fence, p_run);
  person constant uuid := (select r.user_id from public.workflow_runs r where r.id = p_run);
  origin public.generations;
  post uuid;
begin
  if step.run_id is null then
    return 'lost';
  end if;
  select g.* into origin
  from public.generation_images i join public.generations g on g.id = i.generation_id
  where i.url = step.input #>> '{image,url}' and i.user_id = person
  order by i.id desc
  limit 1;
  insert into public.feed_posts (creator_id, prompt, title, description, hashtags, image_url, visibility, prompt_visible,
    remix_allowed, metadata)
  select person, coalesce(origin.prompt, nullif(btrim(step.input ->> 'prompt'), ''), step.title),
    nullif(left(step.input ->> 'title', 120), ''), nullif(left(step.input ->> 'description', 2200), ''),
    left(coalesce(step.input ->> 'hashtags', ''), 1000), step.input #>> '{image,url}',
    coalesce(step.input ->> 'visibility', 'private'), s.default_prompt_visible, s.default_remix_allowed,
    jsonb_strip_nulls(jsonb_build_object('source', 'workflow', 'generation_id', origin.id))
  from public.profile_settings s where s.user_id = person
  returning id into post;
  perform app.close_step(step, jsonb_build_object('status', 'succeeded', 'output', jsonb_build_object('post_id', post)));
  return 'ok';
end
$function$;
CREATE OR REPLACE FUNCTION public.unread_conversations()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select app.unread_conversations(auth.uid()) $function$;
CREATE OR REPLACE FUNCTION public.forget_watched_generation(generation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key constant text := 'generation:' || forget_watched_generation.generation || ':';
begin
  delete from public.notifications n
  where n.user_id = auth.uid() and n.group_key >= key and n.group_key < rtrim(key, ':') || ';';
  if found then
    perform app.tell_notifications(auth.uid(), '{}');
  end if;
end
$function$;

revoke all on function app.is_quiet(public.encrypted_messages) from public, anon, authenticated, service_role;
revoke all on function app.lets_train(uuid) from public, anon, authenticated, service_role;
revoke all on function app.rules_weight(jsonb,text) from public, anon, authenticated, service_role;
revoke all on function app.unread_conversations(uuid) from public, anon, authenticated, service_role;
revoke all on function public.forget_watched_generation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.forget_watched_generation(uuid) to authenticated;
grant execute on function public.forget_watched_generation(uuid) to service_role;

comment on function app.for_you_list(timestamp with time zone) is 'The list that was begun at that moment; without one, that of the last five minutes, or a new one where there is none the person began to follow somebody or changed a setting since.';
comment on function app.notification_channels(uuid,text,uuid,jsonb) is 'Where somebody wants to be told of this: in_app, push, email; nowhere of what they did themselves, of whom they blocked or muted. Money and decisions always stand in the app; messages have a place of their own, and stand in no list.';
comment on function app.notify_of_message(uuid,uuid,uuid,uuid) is 'For messages: each is told by push, and never with a word of what it says (spec §9: the preview is cut where it is decrypted).';
comment on function app.is_quiet(public.encrypted_messages) is 'Said about the conversation instead of in it, as a group''s name: there is nothing to read, and nobody is told.';
comment on function app.lets_train(uuid) is 'Whether somebody lets their pictures serve to train models; pages and files say so to whoever reads them by machine.';
comment on function app.rules_weight(jsonb,text) is 'What the wishes of profile_settings.feed_rules ({kind: more | less, words}) make of a score: twice for each that asks for more of what the words say, a quarter for each that asks for less.';
comment on function app.unread_conversations(uuid) is 'public.unread_conversations of somebody.';
comment on function public.forget_watched_generation(uuid) is 'Whoever saw a generation come to its end is not told of it: neither in the list nor by push.';
