-- Who writes with whom.

create function app.my_conversations() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(p.conversation_id), '{}')
  from public.conversation_participants p where p.user_id = auth.uid() and p.is_active
$$;
comment on function app.my_conversations() is 'Conversations that the person who asks takes part in now.';

create table public.conversations (
  id uuid primary key default app.uuid_v7(),
  kind text not null default 'direct' check (kind in ('direct', 'group')),
  pair_key text collate "C" unique,
  -- No foreign key: who began a group has signed its first list of members, and their id stays when their account is
  -- gone. Without it nobody who comes later, or on a new device, could tell who was in a position to.
  created_by uuid default auth.uid(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  last_message_at timestamptz,
  vanish_after int check (vanish_after between 60 and 31536000),
  epoch_id uuid,
  constraint conversations_pair check ((kind = 'direct') = (pair_key is not null))
) with (fillfactor = 70);
comment on column public.conversations.pair_key is 'Both ids of a conversation of two, the smaller first: there is one per pair, of these two for ever.';
comment on column public.conversations.vanish_after is 'Seconds after which what is written from now on is gone.';
comment on column public.conversations.epoch_id is
  'Under which epoch messages are taken; null where another one must be opened first, since there is none, or members or their keys have changed.';
comment on column public.conversations.created_by is 'Stays when the account is gone: the first epoch is held against it (E2EE §2.2).';
create index conversations_of_creator on public.conversations (created_by);

alter table public.conversations enable row level security;
revoke all on public.conversations from anon, authenticated;
grant
  select,
  insert (id, updated_at, last_message_at),
  update (updated_at, last_message_at)
on public.conversations to authenticated;
-- Who makes a conversation by hand reads it back before anybody takes part in it; there is nothing to learn from it then.
create policy "members read their conversations" on public.conversations
  for select to authenticated using (
    id = any ((select app.my_conversations())::uuid[]) or created_by = (select auth.uid()) and last_message_at is null);
create policy "people begin conversations" on public.conversations
  for insert to authenticated with check (created_by = (select auth.uid()) and kind = 'group');
create policy "members touch their conversations" on public.conversations
  for update to authenticated using (id = any ((select app.my_conversations())::uuid[]))
  with check (id = any ((select app.my_conversations())::uuid[]));

create table public.conversation_participants (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  joined_at timestamptz not null default clock_timestamp(),
  last_read_at timestamptz,
  is_active boolean not null default true,
  state text not null default 'accepted' check (state in ('requested', 'accepted', 'left')),
  role text not null default 'member' check (role in ('member', 'owner')),
  primary key (conversation_id, user_id),
  constraint conversation_participants_here check (is_active = (state <> 'left'))
);
comment on table public.conversation_participants is
  'What members know of each other. Whom a message is encrypted to is said by the manifest that members sign, never by this table.';
comment on column public.conversation_participants.last_read_at is 'Only where this person lets others know.';
create index conversation_participants_of_person on public.conversation_participants (user_id, is_active, conversation_id);

alter table public.conversation_participants enable row level security;
revoke all on public.conversation_participants from anon, authenticated;
grant select, update (last_read_at) on public.conversation_participants to authenticated;
create policy "members read who takes part" on public.conversation_participants
  for select to authenticated using (
    user_id = (select auth.uid()) or conversation_id = any ((select app.my_conversations())::uuid[]));
create policy "members say how far they have read" on public.conversation_participants
  for update to authenticated using (user_id = (select auth.uid()) and is_active)
  with check (user_id = (select auth.uid()) and is_active);

create table public.conversation_settings (
  user_id uuid not null,
  conversation_id uuid not null,
  muted_until timestamptz,
  pinned_at timestamptz,
  archived_at timestamptz,
  unread_count int not null default 0 check (unread_count >= 0),
  read_up_to timestamptz,
  reads_from timestamptz,
  hidden_at timestamptz,
  last_at timestamptz,
  primary key (user_id, conversation_id),
  foreign key (conversation_id, user_id) references public.conversation_participants (conversation_id, user_id) on delete cascade
);
comment on table public.conversation_settings is 'What only its owner may know of a conversation.';
comment on column public.conversation_settings.reads_from is 'What was written before is not for this person: they joined later, or have deleted it for themselves.';
comment on column public.conversation_settings.hidden_at is 'Out of the list until something new is written.';
comment on column public.conversation_settings.last_at is 'The place in the list: when something was last written.';
create index conversation_settings_list on public.conversation_settings (user_id, last_at desc, conversation_id desc);
create index conversation_settings_unread on public.conversation_settings (user_id) where unread_count > 0;
create index conversation_settings_pinned on public.conversation_settings (user_id, pinned_at desc) where pinned_at is not null;

alter table public.conversation_settings enable row level security;
revoke all on public.conversation_settings from anon, authenticated;
grant select, update (muted_until, pinned_at, archived_at) on public.conversation_settings to authenticated;
create policy "people read their own settings of conversations" on public.conversation_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people change their own settings of conversations" on public.conversation_settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function app.fill_conversation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.last_message_at := old.last_message_at;
    new.updated_at := old.updated_at;
    return new;
  end if;
  new.kind := 'group';
  new.created_by := auth.uid();
  new.updated_at := new.created_at;
  new.last_message_at := null;
  perform app.pace_conversations(1);
  return new;
end
$$;
comment on function app.fill_conversation() is
  'What clients write into a conversation by hand (spec §7) is taken, and decided here: it is their own alone until they add somebody, and when something was last written is counted by the messages.';

create trigger fill_conversation before insert or update on public.conversations
  for each row when (current_user = 'authenticated') execute function app.fill_conversation();

create function app.join_own_conversation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.add_participant(new.id, new.created_by, 'accepted', 'owner');
  return null;
end
$$;

create trigger join_own_conversation after insert on public.conversations
  for each row when (current_user = 'authenticated') execute function app.join_own_conversation();

create function app.add_participant(p_conversation uuid, p_person uuid, p_state text, p_role text default 'member') returns void
language plpgsql
set search_path = ''
as $$
declare
  since constant timestamptz := clock_timestamp();
begin
  insert into public.conversation_participants as p (conversation_id, user_id, joined_at, state, role)
  values (p_conversation, p_person, since, p_state, p_role)
  on conflict (conversation_id, user_id) do update
    set joined_at = since, is_active = true, state = excluded.state, role = 'member', last_read_at = null
    where not p.is_active;
  if not found then
    return;
  end if;
  insert into public.conversation_settings as s (conversation_id, user_id, last_at, reads_from)
  select p_conversation, p_person, case c.kind when 'group' then since end,
    case when c.last_message_at is not null then since end
  from public.conversations c where c.id = p_conversation
  on conflict (user_id, conversation_id) do update
    set unread_count = 0, read_up_to = null, hidden_at = null, archived_at = null, last_at = since, reads_from = since;
end
$$;

revoke execute on function
  app.my_conversations(), app.fill_conversation(), app.join_own_conversation(),
  app.add_participant(uuid, uuid, text, text) from public;
grant execute on function app.my_conversations() to authenticated;
