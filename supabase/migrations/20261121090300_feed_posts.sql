create table public.feed_posts (
  id uuid primary key default app.uuid_v7(),
  creator_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  prompt text not null check (char_length(btrim(prompt)) between 1 and 2000),
  title text check (char_length(title) <= 120),
  description text check (char_length(description) <= 2200),
  hashtags text not null default '' check (char_length(hashtags) <= 1000),
  image_url text not null check (char_length(image_url) <= 2048),
  likes_count int not null default 0 check (likes_count >= 0),
  comments_count int not null default 0 check (comments_count >= 0),
  created_at timestamptz not null default now(),
  visibility text not null default 'public' check (visibility in ('public', 'followers', 'unlisted', 'private')),
  metadata jsonb not null default '{}'
    check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 8192),
  mode text check (mode in ('normal', 'enhanced', 'cortexia')),
  width int check (width > 0),
  height int check (height > 0),
  thumbhash text check (char_length(thumbhash) <= 64),
  alt_text text check (char_length(alt_text) <= 1000)
);
create index feed_posts_newest on public.feed_posts (created_at desc, id desc) where visibility = 'public';
create index feed_posts_of_creator on public.feed_posts (creator_id, created_at desc, id desc);

create function app.normalise_hashtags(given text) returns text
language sql immutable
set search_path = ''
as $$
  select coalesce(string_agg(tag, ',' order by first_place), '')
  from (
    select min(place) as first_place, (array_agg(tag order by place))[1] as tag
    from (
      -- The longest list of tags that is kept is shorter; in the locale of some databases (C) é is no letter.
      select place, left(regexp_replace(lower(normalize(piece, nfc) collate "und-x-icu"), '[^[:alnum:]_-]', '', 'g'), 50) as tag
      from regexp_split_to_table(left(coalesce(given, ''), 4000), '[,#[:space:]]+') with ordinality as split (piece, place)
    ) as pieces
    where tag <> ''
    group by app.fold(tag)
    order by 1
    limit 30
  ) as tags
$$;
comment on function app.normalise_hashtags(text) is
  'The comma-separated hashtags of spec §3: lower case, without # or blanks, each once whatever its accents, 30 at most, in the order given.';

create function app.fill_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  location text[];
  image public.generation_images;
begin
  new.hashtags := app.normalise_hashtags(new.hashtags);
  if tg_op = 'UPDATE' and new.image_url = old.image_url then
    return new;
  end if;
  location := regexp_match(new.image_url, '/storage/v1/object/public/([^/?#]+)/([^?#]+)$');
  select gi.* into image
  from public.generation_images gi
  where gi.bucket = location[1] and gi.path = location[2] and gi.user_id = new.creator_id
  order by gi.id desc
  limit 1;
  if image.id is null then
    raise exception 'The image of a publication must be one of its author''s own creations'
      using errcode = 'check_violation', constraint = 'feed_posts_image_is_own', hint = 'image_not_own';
  end if;
  -- The host that was given proves nothing: any could stand before the path.
  new.image_url := image.url;
  new.width := image.width;
  new.height := image.height;
  new.thumbhash := image.thumbhash;
  select g.mode into new.mode from public.generations g where g.id = image.generation_id;
  return new;
end
$$;
comment on function app.fill_post() is
  'Normalises the hashtags and takes address, size, thumbhash and mode from the creation itself: a picture of somebody else cannot be published (23514, hint image_not_own), nor one''s own under another host.';

create trigger fill_post before insert or update on public.feed_posts
  for each row execute function app.fill_post();

alter table public.feed_posts enable row level security;
revoke all on public.feed_posts from anon, authenticated;
grant select on public.feed_posts to anon, authenticated;
grant insert (id, creator_id, prompt, title, description, hashtags, image_url, visibility, metadata, alt_text)
  on public.feed_posts to authenticated;
grant update (title, description, hashtags, visibility, alt_text) on public.feed_posts to authenticated;
grant delete on public.feed_posts to authenticated;

create policy "people read posts that are public or theirs" on public.feed_posts
  for select to authenticated using (visibility = 'public' or creator_id = (select auth.uid()));
create policy "visitors read public posts" on public.feed_posts
  for select to anon using (visibility = 'public');
create policy "people publish as themselves" on public.feed_posts
  for insert to authenticated with check (creator_id = (select auth.uid()));
create policy "people change their own posts" on public.feed_posts
  for update to authenticated using (creator_id = (select auth.uid())) with check (creator_id = (select auth.uid()));
create policy "people delete their own posts" on public.feed_posts
  for delete to authenticated using (creator_id = (select auth.uid()));
