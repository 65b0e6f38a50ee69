-- Who writes with whom, and the epochs of keys that they write under (E2EE §2.2).
create table public.conversations (
  id uuid primary key default app.uuid_v7(),
  kind text not null default 'direct' check (kind in ('direct', 'group')),
  pair_key text collate "C" unique,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
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
create index conversations_of_creator on public.conversations (created_by);

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

create table public.conversation_epochs (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  epoch int not null check (epoch > 0),
  epoch_id uuid not null unique,
  creator_id uuid not null,
  manifest text not null,
  signature text not null check (signature ~ '^[A-Za-z0-9+/]{86}==$'),
  created_at timestamptz not null default clock_timestamp(),
  primary key (conversation_id, epoch)
);
comment on table public.conversation_epochs is 'Who may read what is written under one key, signed by the member who opened it.';

create table public.conversation_keys (
  epoch_id uuid not null references public.conversation_epochs (epoch_id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  kid text not null check (kid ~ '^[A-Za-z0-9_-]{22}$'),
  wrapped_key text not null check (wrapped_key ~ '^[A-Za-z0-9+/]+==$' and char_length(wrapped_key) = 344),
  shared_by uuid,
  share_sig text check (share_sig ~ '^[A-Za-z0-9+/]{86}==$'),
  primary key (epoch_id, user_id, kid)
);
comment on column public.conversation_keys.shared_by is 'Who passed an earlier epoch on to this member, who was not in it.';
create index conversation_keys_of_person on public.conversation_keys (user_id);

create function app.my_conversations() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(p.conversation_id), '{}')
  from public.conversation_participants p where p.user_id = auth.uid() and p.is_active
$$;
comment on function app.my_conversations() is 'Conversations that the person who asks takes part in now.';

create function app.tell_members(p_conversation uuid, p_news jsonb default '{}') returns void
language sql
set search_path = ''
as $$
  select realtime.send(p_news || jsonb_build_object('conversation_id', p_conversation), 'conversation', 'user:' || p.user_id, true)
  from public.conversation_participants p where p.conversation_id = p_conversation and p.is_active
$$;
comment on function app.tell_members(uuid, jsonb) is
  'The event conversation on user:{id} of each member: something about it has changed, which they then ask for.';

create function app.tell_of_key(p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.conversations c
  join public.conversation_participants p on p.conversation_id = c.id
  where p.user_id = p_user and p.is_active and c.epoch_id is not null
  order by c.id for no key update of c;
  update public.conversations c set epoch_id = null
  from public.conversation_participants p
  where p.user_id = p_user and p.is_active and c.id = p.conversation_id and c.epoch_id is not null;
  perform realtime.send(jsonb_build_object('user_id', p_user), 'keys', 'user:' || told.user_id, true)
  from (
    select p_user as user_id
    union
    select o.user_id from public.conversation_participants p
    join public.conversation_participants o on o.conversation_id = p.conversation_id and o.is_active
    where p.user_id = p_user and p.is_active) as told;
end
$$;
comment on function app.tell_of_key(uuid) is
  'Somebody''s key has changed: what they take part in wants a new epoch, and whoever writes with them hears the event keys.';

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

alter table public.conversations enable row level security;
alter table public.conversation_participants enable row level security;
alter table public.conversation_settings enable row level security;
alter table public.conversation_epochs enable row level security;
alter table public.conversation_keys enable row level security;
revoke all on public.conversations, public.conversation_participants, public.conversation_settings,
  public.conversation_epochs, public.conversation_keys from anon, authenticated;
grant select, insert (id, last_message_at, updated_at), update (last_message_at, updated_at) on public.conversations to authenticated;
grant select, update (last_read_at) on public.conversation_participants to authenticated;
grant select, update (muted_until, pinned_at, archived_at) on public.conversation_settings to authenticated;
grant select on public.conversation_epochs, public.conversation_keys to authenticated;

-- Who makes a conversation by hand reads it back before anybody takes part in it; there is nothing to learn from it then.
create policy "members read their conversations" on public.conversations
  for select to authenticated using (
    id = any ((select app.my_conversations())::uuid[]) or created_by = (select auth.uid()) and last_message_at is null);
create policy "people begin conversations" on public.conversations
  for insert to authenticated with check (created_by = (select auth.uid()) and kind = 'group');
create policy "members touch their conversations" on public.conversations
  for update to authenticated using (id = any ((select app.my_conversations())::uuid[]))
  with check (id = any ((select app.my_conversations())::uuid[]));
create policy "members read who takes part" on public.conversation_participants
  for select to authenticated using (
    user_id = (select auth.uid()) or conversation_id = any ((select app.my_conversations())::uuid[]));
create policy "members say how far they have read" on public.conversation_participants
  for update to authenticated using (user_id = (select auth.uid()) and is_active)
  with check (user_id = (select auth.uid()) and is_active);
create policy "people read their own settings of conversations" on public.conversation_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people change their own settings of conversations" on public.conversation_settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "members read the epochs of their conversations" on public.conversation_epochs
  for select to authenticated using (conversation_id = any ((select app.my_conversations())::uuid[]));
create policy "people read keys that are wrapped for them" on public.conversation_keys
  for select to authenticated using (user_id = (select auth.uid()));

revoke execute on function
  app.my_conversations(), app.tell_members(uuid, jsonb), app.tell_of_key(uuid), app.fill_conversation(), app.join_own_conversation(),
  app.add_participant(uuid, uuid, text, text)
from public, anon, authenticated;
grant execute on function app.my_conversations() to authenticated;
