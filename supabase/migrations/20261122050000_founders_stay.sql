-- Who began a group has signed its first list of members: their id stays, as a sender's does, also when their account is gone.
-- Without it nobody who comes later, or on a new device, could tell who was in a position to.
alter table public.conversations drop constraint conversations_created_by_fkey;
comment on column public.conversations.created_by is 'Stays when the account is gone: the first epoch is held against it (E2EE §2.2).';

create or replace function public.answer_request(conversation uuid, answer text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mine public.conversation_participants;
  is_group boolean;
  asker uuid;
begin
  mine := app.must_share(conversation);
  select c.kind = 'group', case c.kind when 'group' then c.created_by else (
      select p.user_id from public.conversation_participants p where p.conversation_id = c.id and p.user_id <> auth.uid()) end
    into is_group, asker
  from public.conversations c where c.id = conversation;
  if answer not in ('accept', 'delete', 'block') or answer is null then
    raise exception 'There is no such answer' using errcode = 'PT400', hint = 'answer_invalid';
  elsif mine.state <> 'requested' and answer <> 'block' then
    return;
  elsif answer = 'accept' then
    update public.conversation_participants p set state = 'accepted'
    where p.conversation_id = answer_request.conversation and p.user_id = auth.uid();
    perform app.tell_members(conversation);
    return;
  end if;
  if answer = 'block' and asker <> auth.uid() then
    -- Nobody where their account is gone.
    insert into public.blocks (blocker_id, blocked_id)
    select auth.uid(), p.id from public.profiles p where p.id = asker
    on conflict do nothing;
  end if;
  if is_group then
    perform app.part_from(conversation, auth.uid());
  else
    perform app.delete_for_oneself(conversation);
  end if;
end
$$;

-- The pair of a conversation of two, also once one of them is gone and takes part in nothing.
create or replace function app.conversations_as_read(p_ids uuid[], p_filter text) returns setof app.conversation_entry
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
