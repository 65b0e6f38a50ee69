-- What an author may change about a publication after publishing it, and what it said before.

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

create function app.says_prompt(p_creator uuid, p_url text, p_alt text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.generation_images gi join public.generations g on g.id = gi.generation_id
    where gi.url = p_url and gi.user_id = p_creator and left(btrim(g.prompt), 1000) = btrim(p_alt))
$$;
comment on function app.says_prompt(uuid, text, text) is 'Whether an image is described by the very words that made it.';

create function app.hide_prompt() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.prompt_on_request := new.prompt_on_request and not new.prompt_visible;
  if not new.prompt_visible then
    new.prompt := '…';
    if app.says_prompt(new.creator_id, new.image_url, new.alt_text) then
      new.alt_text := null;
    end if;
    if new.more_images <> '[]' then
      select jsonb_agg(case when app.says_prompt(new.creator_id, e.image ->> 'url', e.image ->> 'alt')
          then e.image || '{"alt": null}' else e.image end order by e.place)
      into new.more_images
      from jsonb_array_elements(new.more_images) with ordinality as e (image, place);
    end if;
  elsif tg_op = 'UPDATE' and not old.prompt_visible then
    select g.prompt into new.prompt
    from public.generation_images gi
    join public.generations g on g.id = gi.generation_id
    where gi.url = new.image_url and gi.user_id = new.creator_id
    order by gi.id desc
    limit 1;
    new.prompt := coalesce(new.prompt, old.prompt);
  end if;
  return new;
end
$$;
comment on function app.hide_prompt() is
  'Words that are not to be shown are not in the row, where any reader could ask for them, nor in what describes its images; shown again, they come from the creation.';

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

revoke execute on function
  app.words_of_post(public.feed_posts), app.clean_post(), app.says_prompt(uuid, text, text), app.hide_prompt(), app.record_edit() from public;
