/** A populated product: people with publications, written by the owner past the triggers that a person would meet. */
export const people = 2_000
export const posts = 100_000
const publicPosts = posts * 0.8

export const crowdSql = `
set session_replication_role = replica;
select setseed(0.5);
insert into auth.users (id, email, created_at)
  select md5('person ' || n)::uuid, 'person' || n || '@example.com', now() from generate_series(1, ${people}) n;
insert into public.profiles (id, first_name, last_name, username, display_name, avatar_url)
  select md5('person ' || n)::uuid, 'Aya', 'Kouassi ' || n, 'aya.' || n, 'Aya Kouassi ' || n,
    'https://example.org/storage/v1/object/public/generated-images/' || md5('person ' || n)::uuid || '/portrait.webp'
  from generate_series(1, ${people}) n;
insert into public.feed_posts (creator_id, prompt, title, description, hashtags, image_url, likes_count, comments_count,
    created_at, visibility, audience, metadata, mode, width, height, thumbhash, alt_text)
  select person, 'pirogues sur la lagune Ébrié au lever du soleil, reflets dorés et brume légère, numéro ' || n,
    case when n % 2 = 0 then 'Lagune ' || n end,
    case when n % 3 = 0 then 'Une matinée calme au bord de l''eau, avant que la ville ne s''éveille.' end,
    'lagune,abidjan,matin,pirogue',
    'https://example.org/storage/v1/object/public/generated-images/' || person || '/' || md5('image ' || n)::uuid || '.jpg',
    (random() * 400)::int, (random() * 30)::int, now() - n * interval '37 seconds',
    visibility, app.audience_of(visibility, 'published', 'active', false),
    '{"engine": "builtin", "duration_ms": 842}', 'cortexia', 1024, 1024, 'n9gNDYJ4h3iHh3eIeIh4d4iAiHiH',
    case when n % 4 = 0 then 'Pirogues sur une eau calme, soleil levant' end
  from generate_series(1, ${posts}) n, lateral (select md5('person ' || (n * 7919 % ${people} + 1))::uuid as person,
    case when n % 10 < 8 then 'public' when n % 10 = 8 then 'followers' else 'private' end as visibility) p;
insert into public.post_likes (post_id, user_id)
  select p.id, md5('person ' || ((random() * ${people - 1})::int + 1))::uuid from public.feed_posts p;
set session_replication_role = origin;
do $$ begin
  -- What a trigger would have settled and nobody has: the lists would be empty, and cheap.
  assert (select count(*) from public.feed_posts where audience = 'public') = ${publicPosts}, 'nobody sees the crowd''s posts';
  assert (select count(*) from public.post_likes) = ${posts}, 'nobody likes the crowd''s posts';
end $$;
`
