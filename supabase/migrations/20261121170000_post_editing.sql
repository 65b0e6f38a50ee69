-- What an author may change about a publication after publishing it, and what it said before.
create function app.clean_text(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when regexp_replace(clean, '[\s\u00a0\u115f\u1160\u200c\u200d\u2800\u3164\ufe0e\ufe0f]', '', 'g') <> '' then clean end
  from (
    select btrim(regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(normalize(given, nfc), '\r\n?|[\u2028\u2029]', E'\n', 'g'),
          '[\u0001-\u0009\u000b-\u001f\u007f-\u009f]+', ' ', 'g'),
        '[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      '\n(?:[\s\u00a0]*\n){2,}', E'\n\n', 'g'), E' \n\u00a0') as clean
  ) as cleaned
$$;
comment on function app.clean_text(text) is
  'Text of several lines without control characters and without marks that turn or hide the text around it, at most one empty line in a row; null where nothing visible is left. What looks like HTML is text and stays.';

alter table public.feed_posts
  add column comments_policy text not null default 'everyone' check (comments_policy in ('everyone', 'followers', 'nobody')),
  add column license text not null default 'perso' check (license in ('perso', 'commercial', 'cc-by', 'cc-by-nc', 'cc0')),
  add column lang text check (lang ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  add column edited_at timestamptz,
  add column pinned_rank smallint check (pinned_rank between 1 and 3);
comment on column public.feed_posts.comments_policy is 'Who may comment: everyone who sees it, those who follow its author, or nobody any more.';
comment on column public.feed_posts.lang is 'The language of its words (BCP 47), where the author says so.';
comment on column public.feed_posts.edited_at is 'When its words last changed while others could read them.';
comment on column public.feed_posts.pinned_rank is 'Its place among the three that the author shows first.';
create unique index feed_posts_pinned on public.feed_posts (creator_id, pinned_rank) where pinned_rank is not null;
grant insert (comments_policy, license, lang), update (comments_policy, license, lang) on public.feed_posts to authenticated;

create table public.post_edits (
  id uuid primary key default app.uuid_v7(),
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  editor_id uuid references public.profiles (id) on delete set null,
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.post_edits is 'What a publication said before each change of its words: the changed fields alone, as they were.';
create index post_edits_of_post on public.post_edits (post_id, created_at desc);
create index post_edits_of_editor on public.post_edits (editor_id, created_at desc);
alter table public.post_edits enable row level security;
revoke all on public.post_edits from anon, authenticated;
grant select on public.post_edits to anon, authenticated;
-- Asked for one publication at a time, which may be one that only its address leads to.
create policy "who sees a post reads what it said before" on public.post_edits
  for select to anon, authenticated using (app.can_see_post(post_id));

create function app.words_of_post(post public.feed_posts) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'title', post.title, 'description', post.description, 'hashtags', post.hashtags, 'alt_text', post.alt_text,
    'lang', post.lang, 'license', post.license)
$$;

create function app.clean_post() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.title := app.clean_name(new.title);
  new.description := app.clean_text(new.description);
  new.alt_text := app.clean_text(new.alt_text);
  return new;
end
$$;

-- Before fill_post: triggers fire in the order of their names.
create trigger clean_post before insert or update of title, description, alt_text on public.feed_posts
  for each row execute function app.clean_post();

create function app.record_edit() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  becomes constant jsonb := app.words_of_post(new);
  changed constant jsonb := (
    select jsonb_object_agg(word.key, word.value)
    from jsonb_each(app.words_of_post(old)) as word
    where word.value is distinct from becomes -> word.key);
begin
  if changed is null or old.visibility = 'private' or auth.uid() is distinct from old.creator_id then
    return new;
  end if;
  if 30 <= (
    select count(*) from public.post_edits e
    where e.editor_id = old.creator_id and e.created_at > clock_timestamp() - interval '1 hour') then
    raise exception 'At most 30 changes an hour' using errcode = 'PT429', hint = 'too_many_edits';
  end if;
  insert into public.post_edits (post_id, editor_id, before) values (old.id, old.creator_id, changed);
  new.edited_at := clock_timestamp();
  return new;
end
$$;
comment on function app.record_edit() is
  'Keeps what an author''s words were while others could read them. PT429 too_many_edits beyond 30 an hour.';

-- After fill_post, whose form of the hashtags counts.
create trigger record_edit before update of title, description, hashtags, alt_text, lang, license on public.feed_posts
  for each row execute function app.record_edit();

revoke execute on function app.words_of_post(public.feed_posts), app.clean_post(), app.record_edit() from public, anon, authenticated;
