-- Beginning conversations, and who takes part in them.

create table app.conversation_pace (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  since timestamptz not null,
  made int not null
);
comment on table app.conversation_pace is 'How many conversations somebody has begun since the hour began; every five strangers in a group are one more.';

alter table app.conversation_pace enable row level security;

create function app.pace_conversations(p_made int) returns void
language plpgsql
set search_path = ''
as $$
declare
  pace app.conversation_pace;
begin
  if exists (select from public.profiles p where p.id = auth.uid() and p.status = 'suspended') then
    raise exception 'This account is suspended' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  insert into app.conversation_pace as known (user_id, since, made) values (auth.uid(), clock_timestamp(), p_made)
  on conflict (user_id) do update set
    since = case when known.since < clock_timestamp() - interval '1 hour' then clock_timestamp() else known.since end,
    made = case when known.since < clock_timestamp() - interval '1 hour' then p_made else known.made + p_made end
  returning * into pace;
  if pace.made > 20 then
    raise exception 'At most 20 conversations are begun in an hour' using errcode = 'PT429', hint = 'too_many_conversations',
      detail = greatest(1, ceil(extract(epoch from pace.since + interval '1 hour' - clock_timestamp())))::text;
  end if;
end
$$;
comment on function app.pace_conversations(int) is 'PT429 too_many_conversations; the detail is how many seconds are left of the hour.';

create function app.state_if_written(p_person uuid) returns text
language sql stable
set search_path = ''
as $$
  select case
    when f.state = 'active' then 'accepted'
    when s.who_can_message = 'everyone' then 'requested' end
  from public.profiles p
  join public.profile_settings s on s.user_id = p.id
  left join public.follows f on f.follower_id = p.id and f.followee_id = auth.uid()
  where p.id = p_person and p.id <> auth.uid() and p.status = 'active' and s.who_can_message <> 'nobody'
    and not app.are_apart(p.id, auth.uid())
$$;
comment on function app.state_if_written(uuid) is
  'How this person takes part where the one who asks writes to them: accepted where they follow them, requested where anybody may write; null: not at all.';

create function app.must_share(p_conversation uuid, p_kind text default null) returns public.conversation_participants
language plpgsql
set search_path = ''
as $$
declare
  mine public.conversation_participants;
begin
  -- Always first, so that nobody waits for who waits for them.
  perform from public.conversations c where c.id = p_conversation for no key update;
  select p.* into mine from public.conversation_participants p
  join public.conversations c on c.id = p.conversation_id
  where p.conversation_id = p_conversation and p.user_id = auth.uid() and p.is_active and c.kind = coalesce(p_kind, c.kind);
  if not found then
    raise exception 'Non autorisé' using errcode = '42501', hint = 'not_participant';
  end if;
  return mine;
end
$$;
comment on function app.must_share(uuid, text) is 'One''s own part in this conversation, which is held until the end; 42501 not_participant.';

create function public.start_conversation(other uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  pair constant text := least(auth.uid(), other) || ':' || greatest(auth.uid(), other);
  state constant text := app.state_if_written(other);
  found_id uuid;
begin
  if exists (select from public.profiles p where p.id = auth.uid() and p.status = 'suspended') then
    raise exception 'This account is suspended' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  select c.id into found_id from public.conversations c where c.pair_key = pair;
  if found_id is not null and not app.are_apart(auth.uid(), other) then
    return found_id;
  end if;
  if state is null or found_id is not null then
    raise exception 'This person cannot be written to' using errcode = 'PT403', hint = 'cannot_message';
  end if;
  insert into public.conversations (kind, pair_key, created_by) values ('direct', pair, auth.uid())
  on conflict (pair_key) do nothing returning id into found_id;
  if found_id is null then
    select c.id into strict found_id from public.conversations c where c.pair_key = pair;
    return found_id;
  end if;
  perform app.pace_conversations(1);
  perform app.add_participant(found_id, auth.uid(), 'accepted');
  perform app.add_participant(found_id, other, state);
  return found_id;
end
$$;
comment on function public.start_conversation(uuid) is
  'The conversation of these two, begun if there is none. PT403 cannot_message where either has blocked the other or they do not want to be written to; PT429 too_many_conversations, 20 an hour.';

create function public.start_group(members uuid[]) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  invited constant uuid[] := array(select distinct m from unnest(members) as m where m <> auth.uid() order by m);
  states constant text[] := array(select app.state_if_written(m) from unnest(invited) with ordinality as i (m, place) order by place);
  made uuid;
begin
  if cardinality(invited) not between 1 and 49 then
    raise exception 'A group has 2 to 50 members' using errcode = 'PT400', hint = 'group_size';
  end if;
  if array_position(states, null) is not null then
    raise exception 'Somebody cannot be written to' using errcode = 'PT403', hint = 'cannot_message',
      detail = invited[array_position(states, null)];
  end if;
  perform app.pace_conversations(1 + cardinality(array_positions(states, 'requested')) / 5);
  insert into public.conversations (kind, created_by) values ('group', auth.uid()) returning id into made;
  perform app.add_participant(made, auth.uid(), 'accepted', 'owner');
  perform app.add_participant(made, invited[place], states[place]) from generate_subscripts(invited, 1) as place;
  perform app.tell_members(made);
  return made;
end
$$;
comment on function public.start_group(uuid[]) is
  'A group of oneself and up to 49 others. PT403 cannot_message, the detail is whose id; PT400 group_size; PT429 too_many_conversations.';

create function public.add_member(conversation uuid, person uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  state constant text := app.state_if_written(person);
begin
  perform app.must_share(conversation, 'group');
  if exists (
    select from public.conversation_participants p
    where p.conversation_id = add_member.conversation and p.user_id = person and p.is_active) then
    return;
  end if;
  if state is null then
    raise exception 'This person cannot be written to' using errcode = 'PT403', hint = 'cannot_message';
  end if;
  if (select count(*) from public.conversation_participants p where p.conversation_id = add_member.conversation and p.is_active) >= 50 then
    raise exception 'A group has at most 50 members' using errcode = 'PT409', hint = 'group_full';
  end if;
  perform app.pace_conversations((state = 'requested')::int);
  perform app.add_participant(conversation, person, state);
  update public.conversations c set epoch_id = null where c.id = add_member.conversation;
  perform app.tell_members(conversation);
end
$$;
comment on function public.add_member(uuid, uuid) is
  'Any member adds somebody to a group, who reads what is written from then on. PT403 cannot_message, PT409 group_full, PT429 too_many_conversations.';

create function app.part_from(p_conversation uuid, p_person uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.conversation_participants p set is_active = false, state = 'left', role = 'member'
  where p.conversation_id = p_conversation and p.user_id = p_person and p.is_active;
  if not found then
    return;
  end if;
  update public.conversation_settings s set unread_count = 0, pinned_at = null
  where s.conversation_id = p_conversation and s.user_id = p_person;
  update public.conversations c set epoch_id = null where c.id = p_conversation;
  -- A group is never without somebody who may remove people.
  update public.conversation_participants p set role = 'owner'
  where p.conversation_id = p_conversation and p.user_id = (
    select first.user_id from public.conversation_participants first
    where first.conversation_id = p_conversation and first.is_active order by first.joined_at, first.user_id limit 1)
    and not exists (
      select from public.conversation_participants o
      where o.conversation_id = p_conversation and o.is_active and o.role = 'owner');
  perform app.tell_members(p_conversation);
  perform realtime.send(jsonb_build_object('conversation_id', p_conversation), 'conversation', 'user:' || p_person, true);
  perform app.forget_unreadable(p_conversation);
end
$$;

create function public.remove_member(conversation uuid, person uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mine public.conversation_participants;
begin
  mine := app.must_share(conversation, 'group');
  if mine.role <> 'owner' or person = auth.uid() then
    raise exception 'Non autorisé' using errcode = '42501', hint = 'not_owner';
  end if;
  perform app.part_from(conversation, person);
end
$$;
comment on function public.remove_member(uuid, uuid) is 'The owner of a group removes somebody else; 42501 not_owner. What is written then is under a new epoch.';

create function public.leave_conversation(conversation uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.must_share(conversation);
  if (select c.kind from public.conversations c where c.id = conversation) = 'group' then
    perform app.part_from(conversation, auth.uid());
  else
    perform app.delete_for_oneself(conversation);
  end if;
end
$$;
comment on function public.leave_conversation(uuid) is
  'Leaves a group. A conversation of two is deleted for oneself: out of the list until something is written, without what was; once both have, it is gone.';

create function public.answer_request(conversation uuid, answer text) returns void
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
    perform app.accept_request(conversation, auth.uid());
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
comment on function public.answer_request(uuid, text) is
  'Answers who asks to write: accept; delete, of which they learn nothing; block, whoever began it. The same answer again changes nothing.';

create function public.set_vanishing(conversation uuid, seconds int) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.must_share(conversation);
  update public.conversations c set vanish_after = seconds, updated_at = clock_timestamp() where c.id = set_vanishing.conversation;
  perform app.tell_members(conversation);
end
$$;
comment on function public.set_vanishing(uuid, int) is 'What is written from now on is gone after so many seconds, a minute to a year; null: it stays.';

create function app.delete_for_oneself(p_conversation uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  since constant timestamptz := clock_timestamp();
begin
  update public.conversation_settings s
  set hidden_at = since, reads_from = since, read_up_to = since, unread_count = 0, pinned_at = null, archived_at = null
  where s.conversation_id = p_conversation and s.user_id = auth.uid();
  perform app.forget_unreadable(p_conversation);
  perform realtime.send(jsonb_build_object('conversation_id', p_conversation), 'conversation', 'user:' || auth.uid(), true);
end
$$;

revoke execute on function
  app.pace_conversations(int), app.state_if_written(uuid), app.must_share(uuid, text), app.part_from(uuid, uuid),
  app.delete_for_oneself(uuid) from public;
revoke execute on function
  public.start_conversation(uuid), public.start_group(uuid[]), public.add_member(uuid, uuid),
  public.remove_member(uuid, uuid), public.leave_conversation(uuid), public.answer_request(uuid, text),
  public.set_vanishing(uuid, int) from public, anon, authenticated;
grant execute on function
  public.start_conversation(uuid), public.start_group(uuid[]), public.add_member(uuid, uuid),
  public.remove_member(uuid, uuid), public.leave_conversation(uuid), public.answer_request(uuid, text),
  public.set_vanishing(uuid, int) to authenticated;
