create table public.hashtag_follows (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  tag text not null check (char_length(tag) between 1 and 50),
  created_at timestamptz not null default now(),
  primary key (user_id, tag)
);
comment on column public.hashtag_follows.tag is 'Folded: lower case, without # or accents.';
create index hashtag_follows_of_tag on public.hashtag_follows (tag);

alter table public.hashtag_follows enable row level security;
revoke all on public.hashtag_follows from anon, authenticated;
grant select, insert (user_id, tag), delete on public.hashtag_follows to authenticated;
create policy "people read the hashtags that they follow" on public.hashtag_follows
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people follow hashtags for themselves" on public.hashtag_follows
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people take back the hashtags that they follow" on public.hashtag_follows
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger a_keep_to_pace before insert on public.hashtag_follows
  for each row execute function app.keep_to_pace('follows', '500');

create function app.tag_key(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$ select app.fold(split_part(app.normalise_hashtags(given), ',', 1)) $$;
comment on function app.tag_key(text) is 'By what a hashtag is known: its first word, lower case, without # or accents; empty where nothing is left.';

create function app.fill_hashtag_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.tag := app.tag_key(new.tag);
  if new.tag = '' then
    raise exception 'There is no hashtag to follow' using errcode = 'PT400', hint = 'hashtag_invalid';
  end if;
  if (select count(*) from public.hashtag_follows f where f.user_id = auth.uid()) >= 500 then
    raise exception 'At most 500 hashtags are followed' using errcode = 'PT409', hint = 'too_many_hashtags';
  end if;
  return new;
end
$$;
comment on function app.fill_hashtag_follow() is 'PT400 hashtag_invalid, PT409 too_many_hashtags.';

create trigger fill_hashtag_follow before insert on public.hashtag_follows
  for each row execute function app.fill_hashtag_follow();

revoke execute on function app.fill_hashtag_follow() from public;
