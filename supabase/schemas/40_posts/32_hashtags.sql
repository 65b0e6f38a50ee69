-- Hashtags as lists of publications. Only what everybody may see is linked: the links themselves tell nothing that is
-- private.

create table public.hashtags (
  tag text primary key check (tag <> '' and tag !~ '[\s,#]'),
  display text not null,
  posts_count int not null default 0 check (posts_count >= 0),
  blocked boolean not null default false
);
comment on table public.hashtags is
  'Every hashtag ever used publicly, in the form in which it is compared (app.fold), as it was first written, and how many public publications bear it.';
comment on column public.hashtags.blocked is 'Set by the staff: it has no page and is suggested to nobody.';
create index hashtags_texts on public.hashtags using gin (tag extensions.gin_trgm_ops);
create index hashtags_largest on public.hashtags (posts_count desc, tag);

alter table public.hashtags enable row level security;
revoke all on public.hashtags from anon, authenticated;
grant select on public.hashtags to anon, authenticated;
create policy "everybody reads hashtags" on public.hashtags
  for select to anon, authenticated using (not blocked);

create table public.post_hashtags (
  tag text not null references public.hashtags (tag),
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  created_at timestamptz not null,
  primary key (post_id, tag)
);
comment on table public.post_hashtags is 'The hashtags of public publications, kept by a trigger; created_at is that of the publication.';
create index post_hashtags_newest on public.post_hashtags (tag, created_at desc, post_id desc);

alter table public.post_hashtags enable row level security;
revoke all on public.post_hashtags from anon, authenticated;
grant select on public.post_hashtags to anon, authenticated;
create policy "everybody reads what public publications are about" on public.post_hashtags
  for select to anon, authenticated using (true);

create function app.tags_of(hashtags text) returns table (tag text, display text)
language sql immutable parallel safe
set search_path = ''
as $$
  select distinct on (app.fold(piece)) app.fold(piece), piece
  from unnest(string_to_array(hashtags, ',')) as piece
  where app.fold(piece) <> '' and app.fold(piece) !~ '[\s,#]'
  order by 1
$$;
comment on function app.tags_of(text) is 'The hashtags of a publication as its column holds them, each with the form in which it is compared.';

create function app.link_hashtags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.post_hashtags ph
    where ph.post_id = new.id
      and (new.audience <> 'public' or ph.tag not in (select t.tag from app.tags_of(new.hashtags) t));
  end if;
  if new.audience = 'public' and new.hashtags <> '' then
    insert into public.hashtags (tag, display)
    select t.tag, t.display from app.tags_of(new.hashtags) t order by t.tag
    on conflict do nothing;
    insert into public.post_hashtags (tag, post_id, created_at)
    select t.tag, new.id, new.created_at from app.tags_of(new.hashtags) t
    on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function app.link_hashtags() is 'Links a publication to its hashtags while it is public.';

create function app.count_hashtags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Locked in one order: two publications with the same hashtags wait for each other, and never in a circle.
  perform from public.hashtags h where h.tag in (select changed.tag from changed) order by h.tag for no key update;
  update public.hashtags h
  set posts_count = h.posts_count + counted.links * case tg_op when 'INSERT' then 1 else -1 end
  from (select changed.tag, count(*)::int as links from changed group by changed.tag) as counted
  where h.tag = counted.tag;
  return null;
end
$$;
comment on function app.count_hashtags() is 'Keeps hashtags.posts_count, a cache of count(post_hashtags), exact under concurrency.';

create trigger count_added after insert on public.post_hashtags
  referencing new table as changed for each statement execute function app.count_hashtags();
create trigger count_removed after delete on public.post_hashtags
  referencing old table as changed for each statement execute function app.count_hashtags();

create function app.recount_hashtags() returns int
language plpgsql
set search_path = ''
as $$
declare
  corrected int;
begin
  lock table public.post_hashtags in share row exclusive mode;
  update public.hashtags h
  set posts_count = counted.links
  from (
    select known.tag, count(ph.post_id)::int as links
    from public.hashtags known left join public.post_hashtags ph on ph.tag = known.tag
    group by known.tag
  ) as counted
  where h.tag = counted.tag and h.posts_count <> counted.links;
  get diagnostics corrected = row_count;
  return corrected;
end
$$;
comment on function app.recount_hashtags() is 'Counts the publications of all hashtags anew, for the operator; answers how many counts were wrong.';

revoke execute on function
  app.tags_of(text), app.link_hashtags(), app.count_hashtags(), app.recount_hashtags() from public;
grant execute on function app.tags_of(text) to anon, authenticated;
