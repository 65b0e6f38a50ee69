-- Whom the words of comments and publications name.

create table public.mentions (
  source_type text not null check (source_type in ('post', 'comment')),
  source_id uuid not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (source_type, source_id, user_id)
);
comment on table public.mentions is 'People who are named by @username in what they can see, and who let themselves be named by its author.';
create index mentions_of_user on public.mentions (user_id, created_at desc);

alter table public.mentions enable row level security;
revoke all on public.mentions from anon, authenticated;
grant select on public.mentions to authenticated;
create policy "people read where they are mentioned" on public.mentions
  for select to authenticated using (user_id = (select auth.uid()));

create function app.mentioned_names(body text) returns text[]
language sql immutable
set search_path = ''
as $$
  select coalesce(array_agg(name order by place), '{}')
  from (
    select name, min(place) as place
    from regexp_matches(lower(coalesce(body, '')), '(?:^|[^\w@./])@([a-z0-9_.]{3,30})', 'g') with ordinality as found (part, place),
      lateral (values (part[1]), (rtrim(part[1], '.'))) as spelled (name)
    where char_length(name) >= 3
    group by name
    order by place
    limit 20
  ) as names
$$;
comment on function app.mentioned_names(text) is
  'What stands after @, in the order of the text; a full stop may end the name or the sentence, so both are tried. The part after @ of an address is no name.';

create function app.settle_mentions(p_type text, p_source uuid, p_post uuid, p_author uuid, p_body text) returns void
language plpgsql
set search_path = ''
as $$
declare
  people constant uuid[] := array(
    select p.id
    from unnest(app.mentioned_names(p_body)) with ordinality as named (name, place)
    join public.profiles p on p.username operator(extensions.=) named.name::extensions.citext
    where p.id <> p_author and app.may_mention(p.id) and app.sees_post(p.id, p_post)
    order by named.place
    limit 10);
begin
  delete from public.mentions m
  where m.source_type = p_type and m.source_id = p_source and m.user_id <> all (people);
  insert into public.mentions (source_type, source_id, user_id)
  select p_type, p_source, person from unnest(people) as person
  on conflict do nothing;
end
$$;

create function app.mention_in_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.mentions m where m.source_type = 'comment' and m.source_id = old.id;
  elsif new.deleted_at is not null or new.author_id = auth.uid() then
    perform app.settle_mentions('comment', new.id, new.post_id, new.author_id, new.body);
  end if;
  return null;
end
$$;

create trigger mention_in_comment after insert or delete or update of body, deleted_at, author_id on public.post_comments
  for each row execute function app.mention_in_comment();

create function app.mention_in_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.mentions m where m.source_type = 'post' and m.source_id = old.id;
  elsif new.status in ('removed', 'deleted') then
    delete from public.mentions m where m.source_type = 'post' and m.source_id = new.id;
  elsif new.creator_id = auth.uid() then
    perform app.settle_mentions('post', new.id, new.id, new.creator_id, concat_ws(E'\n', new.title, new.description));
  end if;
  return null;
end
$$;

revoke execute on function
  app.mentioned_names(text), app.settle_mentions(text, uuid, uuid, uuid, text), app.mention_in_comment(),
  app.mention_in_post() from public;
