import type { Hole } from '../hole.ts'

const audience = { project: 'db', file: 'supabase/tests/people/graph-audience.test.ts' } as const
const graph = { project: 'db', file: 'supabase/tests/people/graph.test.ts' } as const
const usernames = { project: 'db', file: 'supabase/tests/people/graph-usernames.test.ts' } as const
const houseNames = { project: 'db', file: 'supabase/tests/people/house-names.test.ts' } as const
const rights = { project: 'db', file: 'supabase/tests/rights/rights.test.ts' } as const
const profiles = { project: 'db', file: 'supabase/tests/people/profiles.policies.test.ts' } as const
const account = { project: 'db', file: 'supabase/tests/people/account.test.ts' } as const

const shown = 'people read what is theirs or for them'
/** The policy of publications with one of its conditions left out. */
const policyOf = (rule: string) => `alter policy "${shown}" on public.feed_posts using (
  creator_id = (select auth.uid()) and status <> 'deleted' or ${rule})`

export const peopleHoles: readonly Hole[] = [
  {
    threat: 'R-11',
    opens: 'somebody real takes the mark of the demo, and goes with it',
    sql: 'grant update (is_demo) on public.profiles to authenticated',
    test: { ...rights, title: 'R-11 profiles: only what is listed may be written' },
  },
  {
    threat: 'R-01',
    opens: 'whom one has blocked goes on seeing what one publishes',
    sql: policyOf(`(audience = 'public' or audience = 'followers' and creator_id = any ((select app.my_followees())::uuid[]))
      and rating <= (select app.my_max_rating())`),
    test: { ...audience, title: 'R-01 blocked is shown what is for them' },
  },
  {
    threat: 'R-01',
    opens: 'everybody is shown what is only for those who want it',
    sql: policyOf(`(audience = 'public' or audience = 'followers' and creator_id = any ((select app.my_followees())::uuid[]))
      and not (creator_id = any ((select app.hidden_people())::uuid[]))`),
    test: { ...audience, title: 'R-01 other is shown what is for them' },
  },
  {
    threat: 'R-01',
    opens: 'what is for followers is for whoever has asked to be one',
    sql: `create or replace function app.my_followees() returns uuid[] language sql stable security definer set search_path = '' as $$
      select coalesce(array_agg(f.followee_id), '{}') from public.follows f where f.follower_id = auth.uid() $$`,
    test: { ...audience, title: 'R-01 requester is shown what is for them' },
  },
  {
    threat: 'R-01',
    opens: 'visitors are shown what its author wanted public, whatever became of it',
    sql: `alter policy "visitors read what is for everybody" on public.feed_posts using (visibility = 'public' and rating <= 1)`,
    test: { ...audience, title: 'R-01 visitor is shown what is for them' },
  },
  {
    threat: 'R-01',
    opens: 'a publication opens by its id for whom its author has blocked',
    sql: `create or replace function app.can_see_post(post uuid) returns boolean
      language sql stable security definer set search_path = '' as $$ select exists (
        select from public.feed_posts p where p.id = post and p.audience in ('public', 'unlisted')) $$`,
    test: { ...audience, title: 'R-01 blocked opens that and what is unlisted' },
  },
  {
    threat: 'R-01',
    opens: 'an account becomes private, and what it publishes at that moment stays public',
    sql: `create or replace function app.settle_audience() returns trigger
      language plpgsql security definer set search_path = '' as $$
      begin
        new.audience := (select app.audience_of(new.visibility, new.status, p.status, p.is_private)
          from public.profiles p where p.id = new.creator_id);
        return new;
      end $$`,
    test: { ...audience, title: 'R-01 what is published at the very moment' },
  },
  {
    threat: 'R-11',
    opens: 'an author publishes again what the staff removed',
    sql: 'grant update (status) on public.feed_posts to authenticated',
    test: { ...audience, title: 'R-11 an author takes nothing back' },
  },
  {
    threat: 'R-11',
    opens: 'a follow in the name of somebody tells whom they block',
    sql: `create or replace function app.prepare_follow() returns trigger
      language plpgsql security definer set search_path = '' as $$
      begin
        if exists (select from public.blocks b where b.blocker_id = new.follower_id and b.blocked_id = new.followee_id) then
          raise exception 'Whom one blocks one does not follow' using errcode = 'PT409', hint = 'blocked_by_you';
        end if;
        return new;
      end $$`,
    test: { ...graph, title: 'R-11 nobody learns of a block' },
  },
  {
    threat: 'follows',
    opens: 'who is blocked and follows at the same moment goes on following',
    sql: `create or replace function app.hold_counters(one uuid, other uuid) returns void
      language sql set search_path = '' as $$ select $$`,
    test: { ...graph, title: 'a block that is not yet there for others' },
  },
  {
    threat: 'follows',
    opens: 'who follows and unfollows all day is never stopped',
    sql: 'alter table public.follows disable trigger keep_pace',
    test: { ...graph, title: 'a storm of follows ends' },
  },
  {
    threat: 'follows',
    opens: 'what ends is counted for ever',
    sql: `alter table public.follows disable trigger count_follow;
      create trigger count_new_follow after insert on public.follows for each row execute function app.count_follow()`,
    test: { ...graph, title: 'counts are exact after a storm' },
  },
  {
    threat: 'X-11',
    opens: 'a name passes for that of the house by one look-alike',
    sql: `create or replace function app.username_skeleton(given text) returns text
      language sql immutable set search_path = '' as $$ select lower(given) $$`,
    test: { ...usernames, title: 'X-11 adm1n is reserved' },
  },
  {
    threat: 'X-11',
    opens: 'a name that is refused is written into the profile instead',
    sql: 'alter table public.profiles disable trigger guard_username',
    test: { ...usernames, title: 'X-11 admin is reserved' },
  },
  {
    threat: 'X-11',
    opens: 'a display name says that somebody is of the house',
    sql: `create or replace function app.passes_for_house(given text) returns boolean
      language sql immutable set search_path = '' as $$ select false $$`,
    test: { ...houseNames, title: 'X-11 « Cortexia Support ✓ » is not to be had' },
  },
  {
    threat: 'X-11',
    opens: 'letters of another script make a display name of the house',
    sql: `create or replace function app.letters_alike(given text) returns text
      language sql immutable set search_path = '' as $$ select app.fold(given) $$`,
    test: { ...houseNames, title: 'X-11 « Cοrtexia » is not to be had' },
  },
  {
    threat: 'A-25',
    opens: 'people say of themselves that they are of the staff',
    sql: `create or replace function app.is_staff() returns boolean language sql stable set search_path = '' as $$
      select coalesce((auth.jwt() #>> '{app_metadata,staff}')::boolean
        or (auth.jwt() #>> '{user_metadata,staff}')::boolean, false) $$`,
    test: { ...graph, title: 'A-25 with {"user_metadata":{"staff":true}}' },
  },
  {
    threat: 'A-08',
    opens: 'anybody signs others out by the id of their session',
    sql: `create or replace function public.end_session(id uuid) returns void language sql security definer set search_path = '' as $$
      delete from auth.sessions s where s.id = end_session.id $$`,
    test: { ...account, title: 'A-08 a device that is signed out' },
  },
  {
    threat: 'R-01',
    opens: 'an archive holds who blocks its owner',
    sql: `create or replace function public.personal_tables() returns setof text
        language sql stable security definer set search_path = '' as $$ values ('profiles'), ('blocks') $$;
      create or replace function public.personal_rows(p_user uuid, p_table text) returns jsonb
        language sql stable security definer set search_path = '' as $$
        select coalesce(jsonb_agg(to_jsonb(b)), '[]') from public.blocks b where p_user in (b.blocker_id, b.blocked_id) $$`,
    test: { ...account, title: 'R-01 holds every row and picture' },
  },
  {
    threat: 'leaving',
    opens: 'who is suspended leaves, comes back, and is suspended no more',
    sql: `create or replace function public.keep_my_account() returns void language sql security definer set search_path = '' as $$
      update public.profiles p set deletes_at = null, status = 'active' where p.id = auth.uid() $$`,
    test: { ...account, title: 'is no way out of a suspension' },
  },
  {
    threat: 'names',
    opens: 'half of an address that is its owner’s alone is shown to everybody as a name',
    sql: `create or replace function app.display_name_for(person public.profiles) returns text language sql stable security definer
      set search_path = '' as $$
        select coalesce(nullif(concat_ws(' ', person.first_name, person.last_name), ''), person.username::text,
          (select split_part(u.email, '@', 1) from auth.users u where u.id = person.id),
          'Utilisateur' || right(person.id::text, 4)) $$`,
    test: { ...profiles, title: 'named by the full name, and never by the address' },
  },
]
