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

-- The pair of a conversation of two, also once one of them is gone and takes part in nothing.
create function app.conversations_as_read(p_ids uuid[], p_filter text) returns setof app.conversation_entry
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'kind', c.kind, 'pair_key', c.pair_key, 'created_by', c.created_by, 'created_at', c.created_at,
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

-- The badge counts conversations (FEATURES N5): ten words of one friend are one thing to look at.
create function app.unread_conversations(p_user uuid) returns int
language sql stable
set search_path = ''
as $$
  select count(*)::int
  from public.conversation_settings s
  join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id
  where s.user_id = p_user and s.unread_count > 0 and p.state = 'accepted' and p.is_active
    and (s.muted_until is null or s.muted_until <= now())
$$;
comment on function app.unread_conversations(uuid) is 'public.unread_conversations of somebody.';

create function public.unread_conversations() returns int
language sql stable security definer
set search_path = ''
as $$ select app.unread_conversations(auth.uid()) $$;
comment on function public.unread_conversations() is
  'In how many conversations one has something to read; muted ones and requests are left out.';

revoke execute on function
  app.people_of_conversation(uuid, uuid), app.conversations_as_read(uuid[], text), app.unread_conversations(uuid)
from public;
revoke execute on function
  public.conversation_page(text, text, int), public.conversation_entry(uuid), public.unread_conversations()
from public, anon, authenticated;
grant execute on function
  public.conversation_page(text, text, int), public.conversation_entry(uuid), public.unread_conversations()
to authenticated;
