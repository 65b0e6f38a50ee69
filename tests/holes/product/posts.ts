import type { Hole } from '../hole.ts'

const comments = { project: 'db', file: 'supabase/tests/feed/comments/comments.test.ts' } as const
const pages = { project: 'db', file: 'supabase/tests/feed/comments/comment-pages.test.ts' } as const
const post = { project: 'db', file: 'supabase/tests/feed/post-page.test.ts' } as const

/** The page of a publication: comments, taking away, live counts and what links to it show. */
export const postHoles: readonly Hole[] = [
  {
    threat: 'X-01',
    opens: 'a title ends its element and speaks in the page',
    file: 'platform/server/src/app/page-head.ts',
    find: `entities[character] ?? ''`,
    replace: 'character',
    test: { project: 'unit', file: 'platform/server/src/app/page-heads.test.ts', title: 'X-01 cannot be ended' },
  },
  {
    threat: 'X-01',
    opens: 'a comment turns the text around it',
    sql: `create or replace function app.clean_text(given text) returns text language sql immutable set search_path = ''
      as $$ select nullif(btrim(given, E' \\n'), '') $$`,
    test: { ...comments, title: 'X-01 keeps words as they are' },
  },
  {
    threat: 'R-11',
    opens: 'whoever comments says how often it is liked',
    sql: 'grant insert (likes_count) on public.post_comments to authenticated',
    test: { ...comments, title: 'R-11 in the name of somebody else' },
  },
  {
    threat: 'comments',
    opens: 'those who are apart read and answer each other',
    sql: `create or replace function app.is_comment_shown(comment public.post_comments, me uuid, creator uuid, others uuid[])
      returns boolean language sql immutable as $$
        select comment.deleted_at is null and (comment.hidden_at is null or me in (comment.author_id, creator)) $$`,
    test: { ...comments, title: 'is not shown between those who are apart' },
  },
  {
    threat: 'comments',
    opens: 'a closed conversation goes on',
    sql: `create or replace function app.may_comment(post public.feed_posts) returns boolean language sql stable set search_path = ''
      as $$ select true $$`,
    test: { ...comments, title: 'is for whom the author lets' },
  },
  {
    threat: 'comments',
    opens: 'of many comments at one moment none sees the others',
    sql: `create or replace function app.slow_down_comments(author uuid) returns void language plpgsql set search_path = '' as $$
      begin
        if 10 <= (select count(*) from public.post_comments c
          where c.author_id = author and c.created_at > clock_timestamp() - interval '1 minute') then
          raise exception 'slower' using errcode = 'PT429', hint = 'too_many_comments';
        end if;
      end $$`,
    test: { ...pages, title: 'thirty comments of one person at once' },
  },
  {
    threat: 'comments',
    opens: 'what is hidden is counted',
    sql: `create or replace function app.count_comment() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        if tg_op = 'INSERT' then
          update public.post_comments c set replies_count = c.replies_count + 1 where c.id = new.parent_id;
          update public.feed_posts p set comments_count = p.comments_count + 1 where p.id = new.post_id;
        elsif tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
          update public.post_comments c set replies_count = c.replies_count - 1 where c.id = new.parent_id;
          update public.feed_posts p set comments_count = p.comments_count - 1 where p.id = new.post_id;
        end if;
        return null;
      end $$`,
    test: { ...pages, title: 'counts stay exact' },
  },
  {
    threat: 'comments',
    opens: 'the cursor of another list is taken',
    sql: `create or replace function app.read_comment_cursor(cursor text, list text, below uuid) returns app.comment_place
      language sql immutable set search_path = '' as $$
        select row(split_part(cursor, '.', 3)::int, timestamptz 'epoch', split_part(cursor, '.', 5)::uuid)::app.comment_place
        where cursor is not null $$`,
    test: { ...pages, title: 'newest: each comment once' },
  },
  {
    threat: 'S-12',
    opens: 'a link shows what visitors do not see',
    sql: `create or replace function app.sees_post(p_user uuid, p_post uuid) returns boolean language sql stable security definer
      set search_path = '' as $$ select exists (select from public.feed_posts p where p.id = p_post) $$`,
    test: { ...post, title: 'S-12 is described to crawlers' },
  },
  {
    threat: 'posts',
    opens: 'anybody takes a publication away',
    sql: `create or replace function public.delete_post(post_id uuid) returns void language sql security definer set search_path = ''
      as $$ update public.feed_posts p set status = 'deleted' where p.id = delete_post.post_id $$`,
    test: { ...post, title: 'is taken away by its author alone' },
  },
  {
    threat: 'W-04',
    opens: 'whoever knows an id hears what happens to it',
    sql: `drop policy "who sees a post hears its counts" on realtime.messages;
      create policy "who sees a post hears its counts" on realtime.messages for select to anon, authenticated
        using (extension = 'broadcast' and (select realtime.topic()) like 'post:%')`,
    test: { ...post, title: 'W-04 are heard by whoever sees the publication' },
  },
]
