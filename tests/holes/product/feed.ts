import type { Hole } from '../hole.ts'
import { rewritten } from '../rewritten.ts'

const feed = { project: 'db', file: 'supabase/tests/feed/feed.test.ts' } as const
const forYou = { project: 'db', file: 'supabase/tests/feed/feed-for-you.test.ts' } as const
const collections = { project: 'db', file: 'supabase/tests/feed/collections.test.ts' } as const
const planned = { project: 'db', file: 'supabase/tests/feed/scheduled-posts.test.ts' } as const
const hashtags = { project: 'db', file: 'supabase/tests/feed/hashtags.test.ts' } as const
const plans = { project: 'db', file: 'supabase/tests/database/query-plans.test.ts' } as const

export const feedHoles: readonly Hole[] = [
  {
    threat: 'R-01',
    opens: 'entries of lists are read with the rights of the owner of the view',
    sql: 'alter view public.feed_entries set (security_invoker = off)',
    test: { ...feed, title: 'R-01 no list shows anybody what the policies hide from them' },
  },
  {
    threat: 'R-01',
    opens: 'an unlisted or private collection is listed for everybody',
    sql: 'create policy planted on public.collections for select to authenticated using (true)',
    test: { ...collections, title: 'R-01 is seen as its owner decides, with what each reader may see' },
  },
  {
    threat: 'R-01',
    opens: 'a private collection is opened by its id',
    sql: rewritten('app.collection_by_id(uuid)', "c.visibility <> 'private' and", ''),
    test: { ...collections, title: 'R-01 is seen as its owner decides, with what each reader may see' },
  },
  {
    threat: 'R-01',
    opens: 'what its owner took away is still opened by its id',
    sql: rewritten('app.collection_by_id(uuid)', 'and c.deleted_at is null', ''),
    test: { ...collections, title: 'R-01 is taken away and brought back by its owner alone' },
  },
  {
    threat: 'R-01',
    opens: 'anybody takes a collection away',
    sql: rewritten('public.delete_collection(uuid)', 'c.owner_id = auth.uid() and', ''),
    test: { ...collections, title: 'R-01 is taken away and brought back by its owner alone' },
  },
  {
    threat: 'R-01',
    opens: 'the cover of a private collection is for everybody',
    sql: rewritten(
      'app.first_of_collections(uuid[])',
      'app.collection_by_id(asked.id)',
      '(select * from public.collections k where k.id = asked.id)',
    ),
    test: { ...collections, title: 'R-01 has a cover of what each reader may see, the first four' },
  },
  {
    threat: 'R-01',
    opens: 'anybody publishes what somebody else has planned for later',
    sql: rewritten('public.publish_planned_now(uuid)', 'and s.creator_id = auth.uid()', ''),
    test: { ...planned, title: 'R-01 is moved, cancelled and published at once by its author alone' },
  },
  {
    threat: 'R-01',
    opens: 'one keeps a publication that one may not see',
    sql: `drop policy "people keep what they can see" on public.post_saves;
      create policy "people keep what they can see" on public.post_saves
        for insert to authenticated with check (user_id = (select auth.uid()))`,
    test: { ...collections, title: 'R-01 is of what one sees, and nobody else knows of it' },
  },
  {
    threat: 'R-03',
    opens: 'a cursor of another list begins this one anew, without a word',
    sql: rewritten('app.mark_in(text, text, text)', 'perform app.refuse_cursor();', 'return null;'),
    test: { ...feed, title: 'R-03 a cursor of another list, or one that nobody gave, is refused by name' },
  },
  {
    threat: 'R-09',
    opens: 'the list of whoever’s cursor it is is gone through',
    sql: rewritten(
      'app.for_you_list(timestamptz)',
      'l.user_id = auth.uid() and l.made_at = p_made;\n  if',
      'l.made_at = p_made;\n  if',
    ),
    test: { ...forYou, title: 'R-09 is one’s own, whatever cursor and id are given' },
  },
  {
    threat: 'R-11',
    opens: 'anybody has trends ranked anew',
    sql: 'grant execute on function public.refresh_trending(int) to authenticated',
    test: { ...feed, title: 'R-11 is ranked by nobody but the worker, and nobody fills it alone' },
  },
  {
    threat: 'R-11',
    opens: 'one person fills what trends',
    sql: rewritten('app.rank_posts(int)', 'where f.place <= 3', 'where f.place <= 300'),
    test: { ...feed, title: 'R-11 is ranked by nobody but the worker, and nobody fills it alone' },
  },
  {
    threat: 'W-05',
    opens: 'anybody speaks on the channel of the feed',
    sql: `create policy planted on realtime.messages for insert to authenticated with check ((select realtime.topic()) = 'feed')`,
    test: { ...hashtags, title: 'W-05 is heard by everybody, visitors too, and spoken on by nobody' },
  },
  {
    threat: 'diversity',
    opens: 'one author fills « Pour vous »',
    sql: rewritten('app.spread_authors(uuid[], int)', '>= 2)', '>= 20)'),
    test: { ...forYou, title: 'has at most two of one author in any twenty' },
  },
  {
    threat: 'mutes',
    opens: 'what one hid comes back with the next page',
    sql: rewritten('app.list_page(text, text, text, int)', 'and not w.is_hidden', ''),
    test: { ...feed, title: 'what somebody has hidden or muted is in none of their lists but their own' },
  },
  {
    threat: 'mutes-latest',
    opens: 'what one hid is among the newest',
    sql: rewritten(
      'public.feed_page(text, text, int, text)',
      'and not exists (select from public.post_hides h where h.user_id = me and h.post_id = p.id)',
      '',
    ),
    test: { ...feed, title: 'what somebody has hidden or muted is in none of their lists but their own' },
  },
  {
    threat: 'full-pages',
    opens: 'a full page of which something is left out is the last',
    sql: rewritten(
      'app.list_page(text, text, text, int)',
      '4 + size / 5 else 1 end, 101)',
      '4 + size / 5 else 1 end, 1000)',
    ),
    test: { ...feed, title: 'of any size go on to the end, though some of it are left out' },
  },
  {
    threat: 'full-pages',
    opens: 'the newest list ends where a thousand are left out',
    sql: rewritten('public.feed_page(text, text, int, text)', 'offset 999 limit 1)', 'offset 999 limit 0)'),
    test: { ...feed, title: 'whoever mutes nearly everything waits for a bounded search' },
  },
  {
    threat: 'plans',
    opens: 'lists of hashtags read a whole table',
    sql: 'drop index public.post_hashtags_newest; alter table public.post_hashtags drop constraint post_hashtags_pkey',
    test: { ...plans, title: 'in any plan of what it asks' },
  },
]
