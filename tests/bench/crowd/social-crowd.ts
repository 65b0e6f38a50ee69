/**
 * A whole society, written by the owner past the triggers: people who follow each other, publications with words and
 * hashtags of every frequency, remixes, likes of which few publications have most, comments, saves and notifications.
 * All counters agree with their rows. The same sizes give the same society, but for the hour.
 */
import { env } from 'node:process'

import { meaningOf, meaningVersion } from '@product/engine/language'
import pg from 'pg'

export interface SocialSize {
  readonly posts: number
  readonly people: number
  readonly likes: number
  readonly comments: number
  /** People whose lists are measured: each follows fifty, and hides, mutes and blocks a few; the last one follows 2 000. */
  readonly readers: number
}

const given = (name: string, usual: number) => Number(env[name] ?? usual)

/** SOCIAL_POSTS, SOCIAL_PEOPLE, SOCIAL_LIKES, SOCIAL_COMMENTS; a million publications where nothing is said. */
export const socialSize: SocialSize = {
  posts: given('SOCIAL_POSTS', 1_000_000),
  people: given('SOCIAL_PEOPLE', 200_000),
  likes: given('SOCIAL_LIKES', 5_000_000),
  comments: given('SOCIAL_COMMENTS', 500_000),
  readers: given('SOCIAL_READERS', 200),
}

const person = (number: string) => `md5('person ' || ${number})::uuid`

/** Words by rank: the first is in three of ten publications, the hundredth in one of three hundred. */
const words = `array['lumière','pirogue','lagune','baobab','marché','forêt','brume','aurore','masque','wax','savane','fleuve',
  'tambour','étoile','désert','oiseau','mosaïque','cathédrale','néon','calao']`

const postsSql = ({ posts, people }: SocialSize) => `
  create unlogged table bench.posts as
  with drawn as (
    select n, random() as word1, random() as word2, random() as word3, random() as tag, random() as kind
    from generate_series(${posts}, 1, -1) n
  ), timed as (
    -- A publication every half minute, and the last one just now.
    select *, date_trunc('second', now()) - n * (365 * interval '1 day' / ${posts}) as at from drawn
  )
  select n, at,
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
      || 'a' || substr(md5(n::text), 4, 15))::uuid as id,
    -- Few publish most: the first hundredth of the people a third of all.
    1 + floor(${people} * power(random(), 4))::int as author,
    concat_ws(' ', case when word1 < 0.3 then 'lumière' end, (${words})[2 + floor(19 * word2 * word2)::int],
      'motif' || floor(5000 * power(word3, 3))::int, 'numéro ' || n) as prompt,
    case when tag < 0.7 then concat_ws(',', 'tag' || floor(3000 * power(word1, 3))::int,
      case when tag < 0.4 then 'theme' || floor(300 * word2 * word2)::int end, case when tag < 0.1 then 'lagune' end)
    else '' end as hashtags,
    case when kind < 0.92 then 'public' when kind < 0.97 then 'followers' when kind < 0.98 then 'unlisted' else 'private' end
      as audience,
    case when kind < 0.89 then 0 when kind < 0.9 then 1 when kind < 0.91 then 2 when kind < 0.92 then 3 else 0 end as rating,
    case when word3 < 0.15 and n < ${posts} - 1000 then n + 1 + floor(1000 * word1)::int end as source
  from timed;
  alter table bench.posts add primary key (n);`

const meant = [
  'lumière',
  'pirogue',
  'lagune',
  'baobab',
  'marché',
  'forêt',
  'brume',
  'masque',
  'savane',
  'fleuve',
  'tambour',
  'désert',
  'oiseau',
]

/** As the lexicon reads those words; of each publication together. */
const meaningsSql = () => `
  update app.post_meanings m set lexicon = ${meaningVersion}, keys = about.keys
  from (
    select w.post_id, array_agg(distinct key) as keys
    from app.post_words w
    join (values ${meant.map((word) => `(app.search_form('${word}'), array['${meaningOf(word).join("','")}'])`).join(', ')}) as known (word, keys)
      on strpos(w.prompt, known.word) > 0, unnest(known.keys) as key
    group by w.post_id
  ) as about
  where about.post_id = m.post_id`

const reactionsSql = ({ posts, people, likes, comments }: SocialSize) => `
  create unlogged table bench.likes as
  select distinct on (post, person) post, person, late
  from (
    select 1 + (floor(${posts} * power(random(), 2.5))::bigint * 7919 % ${posts})::int as post,
      1 + floor(${people} * random())::int as person, random() as late
    from generate_series(1, ${likes})
  ) as drawn;
  create unlogged table bench.comments as
  select n, 1 + (floor(${posts} * power(random(), 3))::bigint * 7919 % ${posts})::int as post,
    1 + floor(${people} * random())::int as person, random() as late
  from generate_series(1, ${comments}) n;`

const peopleSql = ({ people, readers }: SocialSize) => `
  insert into auth.users (id, email, created_at)
  select ${person('n')}, 'person' || n || '@example.com', now() - interval '400 days' from generate_series(1, ${people}) n;
  insert into public.profiles (id, first_name, last_name, username, display_name, bio, created_at)
  select ${person('n')}, (array['Awa','Kossi','Ama','Yao','Adjoua','Koffi'])[1 + n % 6], 'Kouassi ' || n, 'aya.' || n,
    (array['Awa','Kossi','Ama','Yao','Adjoua','Koffi'])[1 + n % 6] || ' Kouassi ' || n,
    case when n % 3 = 0 then 'Peintre de la lagune' else '' end, now() - (n % 400) * interval '1 day'
  from generate_series(1, ${people}) n;
  insert into public.profile_settings (user_id) select ${person('n')} from generate_series(1, ${people}) n;
  create unlogged table bench.follows as
  select distinct follower, followee
  from (
    select 1 + floor(${people} * random())::int as follower, 1 + floor(${people} * power(random(), 3))::int as followee
    from generate_series(1, ${people} * 4)
    union all
    select reader, 1 + floor(${people} * power(random(), 3))::int
    from generate_series(1, ${readers}) reader, generate_series(1, 50)
    union all
    select ${readers}, 1 + floor(${people} * random())::int from generate_series(1, 2000)
  ) as drawn
  where follower <> followee;
  insert into public.follows (follower_id, followee_id, created_at)
  select ${person('follower')}, ${person('followee')}, now() - random() * interval '300 days' from bench.follows;`

const contentSql = `
  insert into public.feed_posts (id, creator_id, prompt, title, description, hashtags, image_url, likes_count, comments_count,
    created_at, visibility, metadata, mode, width, height, thumbhash, alt_text, remix_of, root_id, depth, rating, audience)
  select p.id, ${person('p.author')}, p.prompt, case when p.n % 2 = 0 then 'Étude ' || p.n end,
    case when p.n % 3 = 0 then 'Une matinée calme au bord de l''eau, avant que la ville ne s''éveille.' end,
    p.hashtags,
    'https://example.org/storage/v1/object/public/generated-images/' || ${person('p.author')} || '/' || p.n || '.jpg',
    coalesce(l.likes, 0), coalesce(c.comments, 0), p.at, p.audience, '{"engine": "builtin", "duration_ms": 842}', 'cortexia',
    1024, 1024, 'n9gNDYJ4h3iHh3eIeIh4d4iAiHiH', case when p.n % 4 = 0 then 'Pirogues sur une eau calme, soleil levant' end,
    source.id, coalesce(source.id, p.id), case when source.id is null then 0 else 1 end, p.rating, p.audience
  from bench.posts p
  left join bench.posts source on source.n = p.source
  left join (select post, count(*)::int as likes from bench.likes group by post) as l on l.post = p.n
  left join (select post, count(*)::int as comments from bench.comments group by post) as c on c.post = p.n
  order by p.n desc;
  insert into app.post_lineage (post_id, parent_id, root_id, depth)
  select p.id, p.remix_of, p.root_id, p.depth from public.feed_posts p;
  insert into public.post_likes (post_id, user_id, created_at)
  select p.id, ${person('l.person')}, p.at + l.late * least(now() - p.at, interval '20 days')
  from bench.likes l join bench.posts p on p.n = l.post;
  insert into public.post_comments (post_id, author_id, body, created_at)
  select p.id, ${person('c.person')}, 'Superbe, la brume surtout. Bravo ' || c.n, p.at + c.late * least(now() - p.at, interval '20 days')
  from bench.comments c join bench.posts p on p.n = c.post;
  insert into public.post_hashtags (tag, post_id, created_at)
  select t.tag, p.id, p.at from bench.posts p, app.tags_of(p.hashtags) t where p.audience = 'public' and p.hashtags <> '';
  insert into public.hashtags (tag, display, posts_count)
  select ph.tag, ph.tag, count(*)::int from public.post_hashtags ph group by ph.tag;
  update public.feed_posts p set remixes_count = counted.remixes
  from (
    select remix_of, count(*)::int as remixes from public.feed_posts
    where remix_of is not null and audience = 'public' group by remix_of) as counted
  where p.id = counted.remix_of;`

const countsSql = ({ people }: SocialSize) => `
  insert into public.profile_counters (user_id, posts_count, followers_count, following_count, remixes_received_count)
  select ${person('n')}, coalesce(p.posts, 0), coalesce(i.people, 0), coalesce(o.people, 0), 0
  from generate_series(1, ${people}) n
  left join (select author, count(*)::int as posts from bench.posts where audience in ('public', 'followers') group by author) p on p.author = n
  left join (select followee, count(*)::int as people from bench.follows group by followee) i on i.followee = n
  left join (select follower, count(*)::int as people from bench.follows group by follower) o on o.follower = n;`

const readersSql = ({ posts, readers }: SocialSize) => `
  insert into public.post_likes (post_id, user_id, created_at)
  select p.id, ${person('reader')}, now() - turn * interval '1 hour'
  from generate_series(1, ${readers}) reader, generate_series(1, 150) turn
  join bench.posts p on p.n = 1 + turn * 97 % ${posts}
  on conflict do nothing;
  insert into public.post_saves (post_id, user_id, created_at)
  select p.id, ${person('reader')}, now() - turn * interval '1 hour'
  from generate_series(1, ${readers}) reader, generate_series(1, 200) turn
  join bench.posts p on p.n = 1 + turn * 211 % ${posts}
  on conflict do nothing;
  insert into public.post_hides (post_id, user_id)
  select p.id, ${person('reader')} from generate_series(1, ${readers}) reader, generate_series(1, 20) turn
  join bench.posts p on p.n = 1 + turn * 13 % ${posts}
  on conflict do nothing;
  insert into public.hashtag_follows (user_id, tag)
  select ${person('reader')}, 'theme' || (reader + n * 7) % 300 from generate_series(1, ${readers}) reader, generate_series(1, 5) n;
  insert into public.mutes (user_id, kind, target)
  select ${person('reader')}, 'user', ${person('reader + 300 + n')}::text from generate_series(1, ${readers}) reader, generate_series(1, 5) n
  union all
  select ${person('reader')}, 'word', 'motif' || (reader + n) from generate_series(1, ${readers}) reader, generate_series(1, 2) n;
  insert into public.blocks (blocker_id, blocked_id)
  select ${person('reader')}, ${person('reader + 400 + n')} from generate_series(1, ${readers}) reader, generate_series(1, 5) n;
  insert into public.collections (owner_id, name, visibility, created_at, updated_at)
  select p.id, 'Carnet', 'public', p.created_at, p.created_at from public.profiles p;
  insert into public.notifications (user_id, type, group_key, actor_ids, actors_count, first_at, last_at)
  select ${person('reader')}, 'like', 'like:' || n || ':2026-01-01', array[${person('n')}], 1 + n % 7,
    now() - n * interval '2 hours', now() - n * interval '1 hour'
  from generate_series(1, ${readers}) reader, generate_series(1, 300) n;
  insert into auth.sessions (id, user_id, aal)
  select ${person('-reader')}, ${person('reader')}, 'aal1' from generate_series(1, ${readers}) reader;`

const filled = ['auth.users', 'public.profiles', 'public.profile_settings', 'public.profile_counters', 'public.follows']
const heavy = [
  'public.feed_posts',
  'public.post_likes',
  'public.post_comments',
  'public.post_hashtags',
  'app.post_lineage',
]
const searched = ['app.post_words', 'app.post_ranks', 'app.post_meanings', 'app.person_words']
const ofSearch = /post_words|post_ranks|post_meanings|person_words/

/** Fills the database of a migrated product. Indexes are built once, when the rows are there. */
export async function fillSociety(
  url: string,
  size: SocialSize,
  tell: (line: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const step = async (name: string, sql: string) => {
    const start = performance.now()
    await client.query(sql)
    tell(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
      set maintenance_work_mem = '512MB'; set jit = off; set max_parallel_workers_per_gather = 0;
      drop schema if exists bench cascade; create schema bench; select setseed(0.5);`)
    const indexes = await dropIndexes(client, [...filled, ...heavy, ...searched])
    await step('people', peopleSql(size))
    await step('publications drawn', postsSql(size))
    await step('likes and comments drawn', reactionsSql(size))
    await step('content', contentSql)
    await step('counts', countsSql(size))
    await step('readers', readersSql(size))
    await step('indexes', indexes.filter((sql) => !ofSearch.test(sql)).join(';\n'))
    await step('search', 'select app.rebuild_search()')
    await step('meanings', meaningsSql())
    await step('indexes of search', indexes.filter((sql) => ofSearch.test(sql)).join(';\n'))
    await step('analyze', 'vacuum analyze')
    await step('trends', 'select public.refresh_trending()')
  } finally {
    await client.end()
  }
}

/** Of those that no constraint needs; answers what makes them again. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) || coalesce((
       select string_agg(format('; alter index %s alter column %s set statistics %s', i.indexrelid::regclass, attnum, attstattarget), '')
       from pg_attribute where attrelid = i.indexrelid and attstattarget is not null), '') as definition
     from pg_index i
     where i.indrelid = any ($1::text[]::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
