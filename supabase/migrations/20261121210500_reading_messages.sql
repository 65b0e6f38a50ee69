-- The list of conversations, and how far each is read.
create type app.conversation_entry as (
  conversation jsonb, me jsonb, others jsonb, latest jsonb, is_closed boolean, cursor text);

create function app.people_of_conversation(p_conversation uuid, p_me uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', o.user_id, 'username', shown.username, 'display_name', shown.display_name, 'avatar_url', shown.avatar_url,
    'state', o.state, 'role', o.role, 'is_active', o.is_active, 'joined_at', o.joined_at, 'last_read_at', o.last_read_at)
    order by o.is_active desc, o.joined_at, o.user_id), '[]')
  from public.conversation_participants o
  left join public.profiles shown on shown.id = o.user_id and shown.status = 'active'
    and not exists (select from public.blocks b where b.blocker_id = o.user_id and b.blocked_id = p_me)
  where o.conversation_id = p_conversation and o.user_id <> p_me
$$;
comment on function app.people_of_conversation(uuid, uuid) is
  'The others, nameless where their profile is not for the one who asks; nobody where the account of the other is gone.';

create function app.conversations_as_read(p_ids uuid[], p_filter text) returns setof app.conversation_entry
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'kind', c.kind, 'created_by', c.created_by, 'created_at', c.created_at,
      'updated_at', c.updated_at, 'last_message_at', c.last_message_at, 'vanish_after', c.vanish_after, 'epoch_id', c.epoch_id),
    to_jsonb(p) || to_jsonb(s) || case when blocked.by_me then '{"state": "blocked"}' else '{}'::jsonb end,
    people.others,
    (select to_jsonb(m) from public.encrypted_messages m
     where m.conversation_id = c.id and (m.expires_at is null or m.expires_at > now())
       and m.created_at >= coalesce(s.reads_from, '-infinity')
     order by m.created_at desc, m.id desc limit 1),
    c.kind = 'direct' and (people.others = '[]' or coalesce(blocked.apart, false)),
    concat_ws('.', p_filter, (extract(epoch from s.last_at) * 1000000)::bigint, c.id)
  from unnest(p_ids) with ordinality as page (id, place)
  join public.conversations c on c.id = page.id
  join public.conversation_participants p on p.conversation_id = c.id and p.user_id = auth.uid() and p.is_active
  join public.conversation_settings s on s.conversation_id = c.id and s.user_id = p.user_id
  cross join lateral (select app.people_of_conversation(c.id, p.user_id) as others) as people
  left join lateral (
    select bool_or(b.blocker_id = p.user_id) as by_me, true as apart
    from public.blocks b
    where c.kind = 'direct' and (b.blocker_id, b.blocked_id) in (
      (p.user_id, (people.others #>> '{0,id}')::uuid), ((people.others #>> '{0,id}')::uuid, p.user_id))
    having count(*) > 0) as blocked on true
  order by page.place
$$;

create function public.conversation_page(filter text default 'all', cursor text default null, page_size int default 30)
returns setof app.conversation_entry
language plpgsql stable security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  part constant text[] := regexp_match(
    cursor, '^(all|unread|requests|archived)\.(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  size constant int := least(greatest(coalesce(page_size, 30), 1), 100);
  until timestamptz := 'infinity';
  until_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  ids uuid[] := '{}';
begin
  if filter not in ('all', 'unread', 'requests', 'archived') or filter is null then
    raise exception 'There is no such filter' using errcode = 'PT400', hint = 'filter_invalid';
  end if;
  if cursor is not null then
    if part is null or part[1] <> filter then
      raise exception 'The cursor is not of this list' using errcode = 'PT400', hint = 'cursor_invalid';
    end if;
    until := timestamptz 'epoch' + part[2]::bigint * interval '1 microsecond';
    until_id := part[3]::uuid;
  elsif filter = 'all' then
    ids := array(
      select s.conversation_id from public.conversation_settings s
      join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id
      where s.user_id = me and s.pinned_at is not null and s.archived_at is null and p.state = 'accepted'
        and s.last_at > coalesce(s.hidden_at, '-infinity')
      order by s.pinned_at desc limit 20);
  end if;
  ids := ids || array(
    select s.conversation_id from public.conversation_settings s
    join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id
    where s.user_id = me and s.last_at is not null and (s.last_at, s.conversation_id) < (until, until_id)
      and s.last_at > coalesce(s.hidden_at, '-infinity')
      and case filter
        when 'requests' then p.state = 'requested'
        when 'archived' then p.state = 'accepted' and s.archived_at is not null
        when 'unread' then p.state = 'accepted' and s.unread_count > 0
        else p.state = 'accepted' and s.archived_at is null and s.pinned_at is null end
    order by s.last_at desc, s.conversation_id desc
    limit size);
  return query select * from app.conversations_as_read(ids, filter);
end
$$;
comment on function public.conversation_page(text, text, int) is
  'One''s own conversations, what was written in last first: {conversation, me, others, latest, is_closed, cursor}. all: pinned ones before the first page, neither requests nor archived; unread; requests, of those who ask to write; archived. latest is a row as it lies, for the device to open; is_closed: neither can write any more.';

create function public.conversation_entry(conversation uuid) returns setof app.conversation_entry
language sql stable security definer
set search_path = ''
as $$ select * from app.conversations_as_read(array[conversation], 'all') $$;
comment on function public.conversation_entry(uuid) is 'One conversation of one''s own, as the list has it; nothing where one takes no part.';

create function public.unread_messages() returns int
language sql stable security definer
set search_path = ''
as $$
  select coalesce(sum(s.unread_count), 0)::int
  from public.conversation_settings s
  join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id
  where s.user_id = auth.uid() and s.unread_count > 0 and p.state = 'accepted'
$$;
comment on function public.unread_messages() is 'How many messages one has not read, requests left out.';

create function app.tell_read(p_conversation uuid, p_news jsonb, p_is_shown boolean) returns void
language sql
set search_path = ''
as $$
  select realtime.send(p_news || jsonb_build_object('conversation_id', p_conversation, 'user_id', auth.uid()),
    'message_read', 'user:' || p.user_id, true)
  from public.conversation_participants p
  where p.conversation_id = p_conversation and p.is_active and (p_is_shown or p.user_id = auth.uid())
$$;
comment on function app.tell_read(uuid, jsonb, boolean) is 'The event message_read on user:{id}: of one''s own devices, and of the others where they may know.';

create function app.lets_know_of_reading(p_conversation uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select p.state = 'accepted' and s.read_receipts and not exists (
    select from public.conversation_participants o
    where c.kind = 'direct' and o.conversation_id = c.id and o.user_id <> p.user_id and app.are_apart(o.user_id, p.user_id))
  from public.conversations c
  join public.conversation_participants p on p.conversation_id = c.id and p.user_id = auth.uid()
  join public.profile_settings s on s.user_id = p.user_id
  where c.id = p_conversation
$$;
comment on function app.lets_know_of_reading(uuid) is
  'Whether the others learn how far one has read: not where one has settled otherwise, not before one accepts, not once one of two has blocked the other.';

create function public.mark_read(conversation uuid, up_to timestamptz) returns void
language plpgsql security definer
set search_path = ''
as $$
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
      where m.conversation_id = s.conversation_id and m.created_at > until and m.sender_id <> me limit 1000) as later)
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
$$;
comment on function public.mark_read(uuid, timestamptz) is
  'One has read everything up to then; it never moves back. 42501 not_participant.';

-- The same by hand (spec §7), a message or a row at a time.
create function app.read_by_hand() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed record;
begin
  for changed in
    select m.conversation_id, array_agg(m.id) as ids, count(*)::int as amount
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
$$;
create trigger read_by_hand after update on public.encrypted_messages
  referencing old table as was_unread new table as now_read
  for each statement when (current_user = 'authenticated') execute function app.read_by_hand();

create function app.keep_last_read() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.last_read_at := greatest(old.last_read_at, least(new.last_read_at, clock_timestamp()));
  return new;
end
$$;
create trigger keep_last_read before update of last_read_at on public.conversation_participants
  for each row when (current_user = 'authenticated') execute function app.keep_last_read();

revoke execute on function
  app.people_of_conversation(uuid, uuid), app.conversations_as_read(uuid[], text), app.tell_read(uuid, jsonb, boolean),
  app.lets_know_of_reading(uuid), app.read_by_hand(), app.keep_last_read(),
  public.conversation_page(text, text, int), public.conversation_entry(uuid), public.unread_messages(),
  public.mark_read(uuid, timestamptz)
from public, anon, authenticated;
grant execute on function
  public.conversation_page(text, text, int), public.conversation_entry(uuid), public.unread_messages(),
  public.mark_read(uuid, timestamptz)
to authenticated;
