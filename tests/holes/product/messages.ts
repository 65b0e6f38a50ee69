import type { Hole } from '../hole.ts'
import { rewritten } from '../rewritten.ts'

const inThreats = (title: string) =>
  ({ project: 'db', file: 'supabase/tests/messages/messages-threats.test.ts', title }) as const
const inKeys = (title: string) => ({ project: 'db', file: 'supabase/tests/messages/keys.test.ts', title }) as const
const inLimits = (title: string) =>
  ({ project: 'db', file: 'supabase/tests/messages/messages-limits.test.ts', title }) as const
const reading = '"members read what is written while they take part" on public.encrypted_messages'

/** Messages and the keys that they are sealed with. */
export const messageHoles: readonly Hole[] = [
  {
    threat: 'M-01',
    opens: 'whoever is signed in reads the rows of any conversation',
    sql: `alter policy ${reading} using (true)`,
    test: inThreats('M-01 nothing'),
  },
  {
    threat: 'M-01',
    opens: 'whoever knows the id of a conversation sits in its channel of presence',
    sql: `create or replace function app.may_meet(p_conversation uuid) returns boolean language sql stable security definer
          set search_path = '' as $$ select auth.uid() is not null $$`,
    test: inThreats('M-01 nothing'),
  },
  {
    threat: 'M-01',
    opens: 'a call takes the id of a conversation for the right to it',
    sql: `create or replace function app.must_share(p_conversation uuid, p_kind text default null)
          returns public.conversation_participants language sql set search_path = ''
          as $$ select p from public.conversation_participants p where p.conversation_id = p_conversation limit 1 $$`,
    test: inThreats('M-01 nothing'),
  },
  {
    threat: 'M-01',
    opens: 'every message goes to every channel',
    sql: `create or replace function app.tell_message(m public.encrypted_messages) returns void language sql set search_path = ''
          as $$ select realtime.send(app.message_news(m), 'message', 'user:' || p.id, true) from public.profiles p $$`,
    test: inThreats('M-01 no message'),
  },
  {
    threat: 'M-01',
    opens: 'anybody speaks to the devices that somebody links',
    sql: `alter policy "people speak to their own devices" on realtime.messages
          with check (extension = 'broadcast' and (select realtime.topic()) like 'link:%')`,
    test: inKeys('M-01 the devices'),
  },
  {
    threat: 'M-02',
    opens: 'people add themselves to whatever conversation they can name',
    sql: `grant insert (conversation_id, user_id) on public.conversation_participants to authenticated;
          create policy planted on public.conversation_participants for insert to authenticated with check (user_id = auth.uid())`,
    test: inThreats('M-02'),
  },
  {
    threat: 'M-02',
    opens: 'who was removed makes their own row active again',
    sql: 'grant update (is_active, state, role) on public.conversation_participants to authenticated',
    test: inThreats('M-02'),
  },
  {
    threat: 'M-03',
    opens: 'one writes in the name of another member',
    sql: `alter policy "members write as themselves" on public.encrypted_messages with check (true)`,
    test: inThreats('M-03'),
  },
  {
    threat: 'M-03',
    opens: 'a message is taken under whatever epoch it names',
    sql: 'drop trigger admit_message on public.encrypted_messages',
    test: inThreats('M-03'),
  },
  {
    threat: 'M-03',
    opens: 'the sender says when it was',
    sql: 'grant insert (created_at) on public.encrypted_messages to authenticated',
    test: inThreats('M-03'),
  },
  {
    threat: 'M-04',
    opens: 'what was written is written over',
    sql: 'grant update (encrypted_content) on public.encrypted_messages to authenticated',
    test: inThreats('M-04'),
  },
  {
    threat: 'M-04',
    opens: 'one marks one’s own message as read by the other',
    sql: `alter policy "members mark what others wrote as read" on public.encrypted_messages
          using (conversation_id = any (app.my_conversations())) with check (true)`,
    test: inThreats('M-04'),
  },
  {
    threat: 'M-05',
    opens: 'one publishes the key of somebody else',
    sql: `drop trigger check_public_key on public.user_public_keys;
          alter policy "people publish their own key" on public.user_public_keys with check (true);
          alter policy "people replace their own key" on public.user_public_keys using (true) with check (true)`,
    test: inKeys('M-05 a key'),
  },
  {
    threat: 'M-05',
    opens: 'a signature stays beside a key that it was never for',
    sql: `alter table public.user_public_keys drop constraint user_public_keys_signed;
          create or replace function app.check_public_key() returns trigger language plpgsql as $$
          begin
            if auth.uid() <> new.user_id then raise exception 'Non autorisé' using errcode = '42501'; end if;
            return new;
          end $$`,
    test: inKeys('M-05 a key'),
  },
  {
    threat: 'M-05',
    opens: 'a swapped key leaves no trace',
    sql: `grant delete on public.user_key_log to authenticated;
          create policy planted on public.user_key_log for delete to authenticated using (user_id = auth.uid())`,
    test: inKeys('M-05 the log'),
  },
  {
    threat: 'M-05',
    opens: 'a stolen session replaces the backup, and with it all that its owner could be given back',
    sql: `create or replace function app.has_signed_in_lately() returns boolean language sql stable as 'select true'`,
    test: inKeys('M-05 an old session'),
  },
  {
    threat: 'M-05',
    opens: 'a stolen session puts a key of its own over the one its owner signed',
    sql: rewritten('app.check_public_key()', 'old.signature is not null and', 'false and'),
    test: inKeys('M-05 an old session'),
  },
  {
    threat: 'M-05',
    opens: 'what a backup replaces is gone',
    sql: `create or replace function app.keep_former_backup(b public.user_key_backups) returns void language sql as 'select'`,
    test: inKeys('M-05 what was replaced'),
  },
  {
    threat: 'M-05',
    opens: 'a key takes the last number there is',
    sql: rewritten('app.check_public_key()', 'or new.generation - 1 > latest.generation', ''),
    test: inKeys('M-05 a key leaves'),
  },
  {
    threat: 'M-06',
    opens: 'a block keeps nobody from writing',
    sql: `create or replace function app.are_apart(one uuid, other uuid) returns boolean language sql stable as $$ select false $$`,
    test: inThreats('M-06'),
  },
  {
    threat: 'M-06',
    opens: 'whom one has blocked learns how far one has read',
    sql: `create or replace function app.lets_know_of_reading(p_conversation uuid) returns boolean language sql stable as $$ select true $$`,
    test: inThreats('M-06'),
  },
  {
    threat: 'M-07',
    opens: 'a megabyte of facts about a message',
    sql: 'alter table public.encrypted_messages drop constraint encrypted_messages_metadata_check',
    test: inThreats('M-07'),
  },
  {
    threat: 'M-07',
    opens: 'a message of any length',
    sql: 'alter table public.encrypted_messages drop constraint encrypted_messages_encrypted_content_check',
    test: inThreats('M-07'),
  },
  {
    threat: 'M-08',
    opens: 'one sees what others have not read yet, and whom they mute',
    sql: `alter policy "people read their own settings of conversations" on public.conversation_settings using (true)`,
    test: inThreats('M-08'),
  },
  {
    threat: 'M-08',
    opens: 'what was read is unread again',
    sql: 'drop trigger keep_last_read on public.conversation_participants',
    test: inThreats('M-08'),
  },
  {
    threat: 'M-09',
    opens: 'a thousand conversations an hour',
    sql: `create or replace function app.pace_conversations(p_made int) returns void language sql as 'select'`,
    test: inThreats('M-09 twenty'),
  },
  {
    threat: 'M-09',
    opens: 'whoever is written to has accepted',
    sql: `create or replace function app.state_if_written(p_person uuid) returns text language sql stable as $$ select 'accepted' $$`,
    test: inThreats('M-09 twenty'),
  },
  {
    threat: 'M-09',
    opens: 'who is put into a group has accepted it',
    sql: rewritten(
      'app.refuse_message(public.encrypted_messages,public.conversations)',
      'app.is_unanswered(c.id, m.sender_id) and',
      `c.kind = 'direct' and app.is_unanswered(c.id, m.sender_id) and`,
    ),
    test: inLimits('M-09 a group'),
  },
  {
    threat: 'M-09',
    opens: 'what vanishes makes room for more',
    sql: rewritten('app.has_written(uuid,uuid,int)', 'v.sender_id = p_person', 'false'),
    test: inLimits('M-09 a group'),
  },
  {
    threat: 'M-09',
    opens: 'every message of a stranger is told',
    sql: rewritten('public.tell_messages(int)', `p.state = 'accepted' or`, 'true or'),
    test: inLimits('M-09 a group'),
  },
  {
    threat: 'M-09',
    opens: 'a stranger has notifications made by hand',
    sql: rewritten('app.share_conversation(uuid,uuid,uuid)', `p.state = 'accepted'`, 'true'),
    test: inLimits('M-09 a group'),
  },
  {
    threat: 'M-09',
    opens: 'a stranger’s files fill whatever there is',
    sql: rewritten('app.may_add_file(uuid)', 'not app.is_unanswered', 'true or app.is_unanswered'),
    test: inLimits('M-09 files'),
  },
  {
    threat: 'M-09',
    opens: 'who is suspended stores files',
    sql: rewritten('app.may_add_file(uuid)', `and own.status <> 'suspended'`, ''),
    test: inLimits('M-09 files'),
  },
  {
    threat: 'M-06',
    opens: 'a block keeps nobody from storing files with whoever made it',
    sql: `alter policy "members add files to their conversations" on storage.objects with check (
          bucket_id = 'dm-blobs' and (storage.foldername(name))[1] = any ((select app.my_conversations())::uuid[]::text[]))`,
    test: { project: 'db', file: 'supabase/tests/messages/messages-live.test.ts', title: 'M-06 whom one' },
  },
  {
    threat: 'M-10',
    opens: 'a file that no message names stays for ever',
    sql: rewritten(
      'public.review_message_files(text,int)',
      `interval '1 day' and`,
      `interval '1 day' and page.message_id is not null and`,
    ),
    test: inLimits('M-10 a file'),
  },
  {
    threat: 'M-10',
    opens: 'a file is kept by the message of somebody else',
    sql: rewritten('public.review_message_files(text,int)', 'and m.sender_id = page.sender_id', ''),
    test: inLimits('M-10 a file'),
  },
  {
    threat: 'once-sent',
    opens: 'what has vanished is there again when its answer was lost',
    sql: rewritten('app.admit_message()', 'v.id = new.id and', 'false and'),
    test: inLimits('what has vanished'),
  },
  {
    threat: 'M-09',
    opens: 'who wants no messages gets them',
    sql: `create or replace function app.state_if_written(p_person uuid) returns text language sql stable as $$ select 'requested' $$`,
    test: inThreats('M-09 who'),
  },
  {
    threat: 'M-10',
    opens: 'what somebody wrote outlives their account',
    sql: 'drop trigger leave_tombstones on public.profiles',
    test: inThreats('M-10'),
  },
  {
    threat: 'M-10',
    opens: 'the keys of a deleted account stay in the log',
    sql: `create or replace function app.log_public_key() returns trigger language plpgsql security definer set search_path = ''
          as $$
          begin
            if tg_op <> 'DELETE' then
              insert into public.user_key_log (user_id, seq, public_key, identity_key, signature, hash)
              values (new.user_id, 1, new.public_key, new.identity_key, new.signature, app.key_hash(new));
            end if;
            return null;
          end $$`,
    test: inThreats('M-10'),
  },
  {
    threat: 'W-04',
    opens: 'who was removed sits on in the channel of who is here',
    sql: `create or replace function app.end_meeting(p_conversation uuid) returns void language sql as 'select'`,
    test: inThreats('W-04 whoever leaves'),
  },
  {
    threat: 'M-01',
    opens: 'one reports a message that one has never been let to read, and learns whose it is',
    sql: `create or replace function app.can_read_message(p_message uuid) returns boolean language sql as 'select true'`,
    test: inThreats('M-01 nobody reports'),
  },
]
