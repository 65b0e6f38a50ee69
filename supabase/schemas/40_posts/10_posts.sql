-- Publications. What happens when one is written, by the triggers of every subject, stands in 75_triggers/40_posts.sql.

create function app.can_see_post(post uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$ select app.sees_post(auth.uid(), post) $$;
comment on function app.can_see_post(uuid) is 'app.sees_post for whoever asks.';

create function app.marked_image(image uuid) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$ select jsonb_build_array(jsonb_build_object('id', image)) $$;
comment on function app.marked_image(uuid) is 'What more_images contains (@>) where a publication shows this picture after its first.';

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
  alt_text text check (char_length(alt_text) <= 1000),
  prompt_visible boolean not null default true,
  remix_allowed boolean not null default true,
  image_id uuid references public.generation_images (id) on delete set null,
  remix_of uuid,
  root_id uuid,
  depth int not null default 0 check (depth >= 0),
  remixes_count int not null default 0 check (remixes_count >= 0),
  status text not null default 'published' check (status in ('published', 'limited', 'removed', 'deleted')),
  rating smallint not null default 0 check (rating between 0 and 3),
  deleted_at timestamptz,
  audience text not null default 'none' check (audience in ('public', 'followers', 'unlisted', 'private', 'none')),
  saves_count int not null default 0 check (saves_count >= 0),
  comments_policy text not null default 'everyone' check (comments_policy in ('everyone', 'followers', 'nobody')),
  license text not null default 'perso' check (license in ('perso', 'commercial', 'cc-by', 'cc-by-nc', 'cc0')),
  lang text check (lang ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  edited_at timestamptz,
  pinned_rank smallint check (pinned_rank between 1 and 3),
  rated_by_author smallint not null default 0 check (rated_by_author between 0 and 3),
  rating_floor smallint not null default 0 check (rating_floor between 0 and 3),
  more_images jsonb not null default '[]' check (jsonb_typeof(more_images) = 'array' and jsonb_array_length(more_images) <= 9),
  read_lang text,
  prompt_on_request boolean not null default false
);
comment on column public.feed_posts.prompt_visible is
  'Where false, prompt holds … for everybody, the author included; the words themselves stay with the creation.';
comment on column public.feed_posts.prompt_on_request is
  'Its hidden words may be asked for (ask_for_prompt); false where they are shown to everybody.';
comment on column public.feed_posts.remix_allowed is
  'Where false, nobody but the author makes pictures from this one.';
comment on column public.feed_posts.image_id is 'The picture of its author that it shows, taken from its address at publication.';
comment on column public.feed_posts.remix_of is 'The publication that this one remixes; it may be gone.';
comment on column public.feed_posts.root_id is 'Where its lineage began: itself where it remixes nothing.';
comment on column public.feed_posts.depth is 'How many remixes lie between it and the beginning.';
comment on column public.feed_posts.remixes_count is 'How many public publications remix this one directly.';
comment on column public.feed_posts.status is
  'limited: shown, but recommended to nobody; removed: by the staff, its author still sees it; deleted: by its author, nobody sees it.';
comment on column public.feed_posts.rating is 'How sensitive it is; visitors are shown 1 at most, people what they have chosen.';
comment on column public.feed_posts.audience is
  'What policies and lists read instead of visibility: visibility, status and the author''s account in one, kept by triggers.';
comment on column public.feed_posts.saves_count is 'How many people keep it; who they are, only they know.';
comment on column public.feed_posts.comments_policy is 'Who may comment: everyone who sees it, those who follow its author, or nobody any more.';
comment on column public.feed_posts.lang is 'The language of its words (BCP 47), where the author says so.';
comment on column public.feed_posts.read_lang is
  'The language by which people choose what they read: that of lang, else the one found in its words; null where neither is known.';
comment on column public.feed_posts.edited_at is 'When its words last changed while others could read them.';
comment on column public.feed_posts.pinned_rank is 'Its place among the three that the author shows first.';
comment on column public.feed_posts.rating_floor is 'What the staff decided: its author may rate it higher, not lower.';
comment on column public.feed_posts.more_images is
  'The pictures after the first, nine at most, in order: {id, url, width, height, thumbhash, alt}. Given as {url, alt}, the rest is taken from the creations.';
create index feed_posts_newest on public.feed_posts (created_at desc, id desc) where visibility = 'public';
create index feed_posts_of_creator on public.feed_posts (creator_id, created_at desc, id desc);
create index feed_posts_of_image on public.feed_posts (image_id);
create index feed_posts_of_more_images on public.feed_posts using gin (more_images jsonb_path_ops);
create index feed_posts_remixes on public.feed_posts (remix_of) where remix_of is not null;
create index feed_posts_audience on public.feed_posts (created_at desc, id desc) where audience = 'public';
create index feed_posts_followed on public.feed_posts (creator_id, created_at desc, id desc)
  where audience in ('public', 'followers');
create index feed_posts_remixed on public.feed_posts (remix_of, created_at desc, id desc)
  where remix_of is not null and audience = 'public';
create unique index feed_posts_pinned on public.feed_posts (creator_id, pinned_rank) where pinned_rank is not null;
-- What one deletes is kept for thirty days, for appeals and for what was reported of it; then its row goes. Its place in the
-- lineage of its remixes stays, and its address goes on saying that it is gone.
create index feed_posts_deleted on public.feed_posts (deleted_at) where deleted_at is not null;

alter table public.feed_posts enable row level security;
revoke all on public.feed_posts from anon, authenticated;
grant select on public.feed_posts to anon;
grant
  select,
  insert (id, creator_id, prompt, title, description, hashtags, image_url, visibility, metadata, alt_text,
    prompt_visible, remix_allowed, rating, comments_policy, license, lang, more_images, prompt_on_request),
  update (title, description, hashtags, visibility, alt_text, prompt_visible, remix_allowed, rating,
    comments_policy, license, lang, prompt_on_request)
on public.feed_posts to authenticated;
create policy "people publish as themselves" on public.feed_posts
  for insert to authenticated with check (creator_id = (select auth.uid()));
create policy "people change their own posts" on public.feed_posts
  for update to authenticated using (creator_id = (select auth.uid())) with check (creator_id = (select auth.uid()));
create policy "visitors read what is for everybody" on public.feed_posts
  for select to anon using (audience = 'public' and rating <= 1);
create policy "people read what is theirs or for them" on public.feed_posts
  for select to authenticated using (
    creator_id = (select auth.uid()) and status <> 'deleted'
    or (audience = 'public' or audience = 'followers' and creator_id = any ((select app.my_followees())::uuid[]))
      and rating <= (select app.my_max_rating())
      and not (creator_id = any ((select app.hidden_people())::uuid[])));

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

create function app.shown_images(post public.feed_posts) returns uuid[]
language sql immutable
set search_path = ''
as $$
  select array_remove(post.image_id || array(
    select (image.value ->> 'id')::uuid
    from jsonb_array_elements(post.more_images) with ordinality as image (value, place) order by image.place), null)
$$;
comment on function app.shown_images(public.feed_posts) is 'The pictures that a publication shows, in its order.';

create function app.hold_creations(p_person uuid, p_urls text[]) returns void
language sql
set search_path = ''
as $$
  select gi.id
  from unnest(p_urls) as given (url)
  cross join lateral regexp_match(given.url, '/storage/v1/object/public/([^/?#]+)/([^?#]+)$') as location
  join public.generation_images gi on gi.bucket = location[1] and gi.path = location[2]
  where gi.user_id = p_person and gi.deleted_at is null
  order by gi.id
  for share of gi
$$;
comment on function app.hold_creations(uuid, text[]) is
  'Locks the creations at these addresses against being thrown away, in the order in which delete_my_images locks them.';

-- Locked against being thrown away at the same moment.
create function app.own_creation(p_person uuid, p_url text) returns public.generation_images
language plpgsql
set search_path = ''
as $$
declare
  location constant text[] := regexp_match(p_url, '/storage/v1/object/public/([^/?#]+)/([^?#]+)$');
  image public.generation_images;
begin
  select gi.* into image
  from public.generation_images gi
  where gi.bucket = location[1] and gi.path = location[2] and gi.user_id = p_person and gi.deleted_at is null
  order by gi.id desc
  limit 1
  for share;
  if image.id is null then
    raise exception 'The image of a publication must be one of its author''s own creations'
      using errcode = 'check_violation', constraint = 'feed_posts_image_is_own', hint = 'image_not_own';
  end if;
  return image;
end
$$;
comment on function app.own_creation(uuid, text) is
  'The creation of this person that lies at an address, whatever host is given: 23514, hint image_not_own, where there is none.';

create function app.filled_images(p_person uuid, p_given jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given jsonb;
  image public.generation_images;
  filled jsonb := '[]';
begin
  for given in select value from jsonb_array_elements(p_given) loop
    image := app.own_creation(p_person, given ->> 'url');
    filled := filled || jsonb_build_object(
      'id', image.id, 'url', image.url, 'width', image.width, 'height', image.height, 'thumbhash', image.thumbhash,
      'alt', nullif(left(app.clean_text(given ->> 'alt'), 1000), ''));
  end loop;
  return filled;
end
$$;

create function app.fill_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  image public.generation_images;
  maker text;
begin
  new.hashtags := app.normalise_hashtags(new.hashtags);
  if tg_op = 'UPDATE' and new.image_url = old.image_url then
    return new;
  end if;
  if tg_op = 'INSERT' and new.more_images <> '[]' then
    if jsonb_typeof(new.more_images) <> 'array' or jsonb_array_length(new.more_images) > 9 then
      raise exception 'A publication shows ten pictures at most' using errcode = 'PT400', hint = 'too_many_images';
    end if;
    perform app.hold_creations(new.creator_id,
      new.image_url || array(select given.value ->> 'url' from jsonb_array_elements(new.more_images) as given));
  end if;
  image := app.own_creation(new.creator_id, new.image_url);
  -- The host that was given proves nothing: any could stand before the path.
  new.image_url := image.url;
  new.image_id := image.id;
  new.width := image.width;
  new.height := image.height;
  new.thumbhash := image.thumbhash;
  select g.mode, g.engine into new.mode, maker from public.generations g where g.id = image.generation_id;
  new.metadata := new.metadata || jsonb_build_object('engine', maker);
  if tg_op = 'INSERT' and new.more_images <> '[]' then
    new.more_images := app.filled_images(new.creator_id, new.more_images);
    if (select count(distinct shown.id) < count(*) from unnest(app.shown_images(new)) as shown (id)) then
      raise exception 'A publication shows each picture once' using errcode = 'PT400', hint = 'image_twice';
    end if;
  end if;
  return new;
end
$$;
comment on function app.fill_post() is
  'Normalises the hashtags and takes address, size, thumbhash, mode and the code of its engine from the creation itself: a picture of somebody else cannot be published (23514, hint image_not_own), nor one''s own under another host. PT400 too_many_images beyond ten, image_twice.';

revoke execute on function
  app.shown_images(public.feed_posts), app.hold_creations(uuid, text[]), app.own_creation(uuid, text), app.filled_images(uuid, jsonb) from public;
