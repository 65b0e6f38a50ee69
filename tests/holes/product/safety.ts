import type { Hole } from '../hole.ts'
import { rewritten } from '../rewritten.ts'

const safety = { project: 'db', file: 'supabase/tests/moderation/safety.test.ts' } as const
const search = { project: 'db', file: 'supabase/tests/feed/search/search.test.ts' } as const
const names = { project: 'db', file: 'supabase/tests/feed/search/search-names.test.ts' } as const
const moved = { project: 'db', file: 'supabase/tests/people/moved-pictures.test.ts' } as const
const paces = { project: 'db', file: 'supabase/tests/database/paces.test.ts' } as const
const page = { project: 'db', file: 'supabase/tests/feed/post-page.test.ts' } as const

const decide = 'public.decide(text, uuid, text, text, text, smallint, timestamptz)'

export const safetyHoles: readonly Hole[] = [
  {
    threat: 'paces',
    opens: 'one person likes and takes back without end',
    sql: 'drop trigger a_keep_to_pace on public.post_likes',
    test: { ...paces, title: 'post_likes: no more of them than anybody makes by hand' },
  },
  {
    threat: 'paces',
    opens: 'an account has all its publications and pictures follow it over and over',
    sql: 'drop trigger a_keep_to_pace on public.profiles',
    test: { ...paces, title: 'an account is not made private and public over and over' },
  },
  {
    threat: 'safety-reports',
    opens: 'whoever is reported reads by whom',
    sql: 'create policy planted on public.reports for select to authenticated using (subject_id = (select auth.uid()))',
    test: { ...safety, title: 'is made once by each of those who see what it is about' },
  },
  {
    threat: 'safety-reports',
    opens: 'a report tells whether there is something that one may not see',
    sql: rewritten(
      'app.may_report(text, uuid)',
      'app.can_see_post(target_id)',
      'app.subject_of(target_type, target_id) is not null',
    ),
    test: { ...safety, title: 'is refused about oneself, about what is not there or not seen' },
  },
  {
    threat: 'safety-reports',
    opens: 'one person fills the queue of the staff',
    sql: rewritten('public.send_report(text, uuid, text, text, jsonb)', '30 <= (', '30000 <= ('),
    test: { ...safety, title: 'is refused about oneself, about what is not there or not seen' },
  },
  {
    threat: 'safety-staff',
    opens: 'anybody decides about anybody',
    sql: rewritten('app.require_staff()', 'if not app.is_staff() then', 'if false then'),
    test: { ...safety, title: 'reaches the queue, decides or answers' },
  },
  {
    threat: 'safety-staff',
    opens: 'the staff decides about itself',
    sql: rewritten(decide, 'if subject = auth.uid() then', 'if false then'),
    test: { ...safety, title: 'reaches the queue, decides or answers' },
  },
  {
    threat: 'safety-decisions',
    opens: 'everybody reads what was decided about others',
    sql: 'create policy planted on public.moderation_actions for select to authenticated using (true)',
    test: { ...safety, title: 'about a publication takes effect at once' },
  },
  {
    threat: 'safety-decisions',
    opens: 'an author takes back how the staff rated a publication',
    sql: rewritten('app.settle_rating()', 'elsif new.rating < new.rating_floor then', 'elsif false then'),
    test: { ...safety, title: 'that labels raises the rating' },
  },
  {
    threat: 'safety-decisions',
    opens: 'restoring brings back what its author deleted',
    sql: rewritten(
      'app.settle_target(text, uuid)',
      "where p.id = target_id and p.status <> 'deleted'",
      'where p.id = target_id',
    ),
    test: { ...safety, title: 'never brings back what its author deleted' },
  },
  {
    threat: 'safety-decisions',
    opens: 'an author shows again a comment that the staff removed',
    sql: 'drop trigger keep_removed on public.post_comments',
    test: { ...safety, title: 'about a comment hides it whatever the author of the publication does' },
  },
  {
    threat: 'safety-decisions',
    opens: 'whoever is suspended goes on following',
    sql: 'drop trigger a_refuse_suspended on public.follows',
    test: { ...safety, title: 'suspends a person for its time' },
  },
  {
    threat: 'safety-decisions',
    opens: 'a removed picture is published again at once',
    sql: 'drop trigger refuse_blocked_picture on public.feed_posts',
    test: { ...safety, title: 'that removes keeps the picture from coming back' },
  },
  {
    threat: 'F-09',
    opens: 'a removed picture is uploaded again to be remixed',
    sql: 'drop trigger refuse_blocked_reference on public.generation_references',
    test: { ...safety, title: 'that removes keeps the picture from coming back' },
  },
  {
    threat: 'safety-appeals',
    opens: 'anybody contests what was decided about others',
    sql: rewritten('public.appeal(uuid, text)', 'and a.subject_id = auth.uid()', ''),
    test: { ...safety, title: 'is made once, by whom the decision concerns' },
  },
  {
    threat: 'safety-appeals',
    opens: 'anybody contests that others were refused',
    sql:
      rewritten('public.contest_generation(text, text)', 'g.user_id = auth.uid() and', '') +
      rewritten('public.appeal(uuid, text)', 'and a.subject_id = auth.uid()', ''),
    test: { ...safety, title: 'is open against a refusal of the generator' },
  },
  {
    threat: 'search-rights',
    opens: 'what is not public is found',
    sql: rewritten('app.index_post()', "new.audience <> 'public' or", ''),
    test: { ...search, title: 'once it is limited, removed, deleted, made private' },
  },
  {
    threat: 'search-rights',
    opens: 'what is too sensitive for who asks is found',
    sql: rewritten('app.search_filter(uuid, text[])', 'r.rating <= %s or', 'r.rating + 0 * %s < 9 or'),
    test: { ...search, title: 'unless it is public, and rated as the asker accepts it' },
  },
  {
    threat: 'search-rights',
    opens: 'a publication is found by the words that its author hides',
    sql: rewritten(
      'app.index_post()',
      'case when new.prompt_visible then app.search_form(new.prompt)',
      'case when true then app.search_form(new.prompt)',
    ),
    test: { ...search, title: 'by the words that its author hides' },
  },
  {
    threat: 'search-rights',
    opens: 'those who are apart find each other’s publications',
    sql: rewritten(
      'app.search_filter(uuid, text[])',
      "app.hidden_people() || app.muted_people('search')",
      "app.muted_people('search')",
    ),
    test: { ...search, title: 'between people of whom one has blocked the other' },
  },
  {
    threat: 'search-rights',
    opens: 'what was removed is still found',
    sql: 'drop trigger index_post_changed on public.feed_posts',
    test: { ...search, title: 'once it is limited, removed, deleted, made private' },
  },
  {
    threat: 'search-rights',
    opens: 'a muted word is found all the same',
    sql: rewritten('app.unwanted_words(text[])', "app.muted_words('search') ||", "'{}'::text[] ||"),
    test: { ...search, title: 'where its author, a word or a hashtag of it is muted' },
  },
  {
    threat: 'search-rights',
    opens: 'visitors search',
    sql: 'grant execute on function public.search_hashtags(text, int, text) to anon',
    test: { ...names, title: 'visitors do not search' },
  },
  {
    threat: 'S-12',
    opens: 'the picture of what is taken back stays at the address that everybody knows',
    sql: 'drop trigger move_picture on public.feed_posts',
    test: { ...moved, title: 'S-12 the picture of a publication that is now private' },
  },
  {
    threat: 'S-12',
    opens: 'followers go on having the picture of an account that became private to everybody else',
    sql: rewritten('app.reach_of(text)', "when 'followers' then 1", "when 'followers' then 2"),
    test: { ...moved, title: 'S-12 the picture of a publication that is now of an account that becomes private' },
  },
  {
    threat: 'S-12',
    opens: 'the head of a page tells what is not for every visitor',
    sql: rewritten('app.head_of_post(uuid)', 'elsif not app.sees_post(null, p_post) then', 'elsif false then'),
    test: { ...page, title: 'S-12 is described to crawlers by what every visitor sees' },
  },
]
