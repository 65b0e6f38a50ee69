-- Who is in the photographs that people work from, and that they may be: said once by whoever brings one, kept with the
-- file itself, so that it holds for whatever is made of it and of that in turn.

create table public.likeness_consents (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  shows text not null check (shows in ('nobody', 'me', 'agreed')),
  said_at timestamptz not null default now(),
  unique (user_id, sha256)
);
comment on table public.likeness_consents is
  'What people say of a photograph that they bring, by its file: it shows nobody, themselves, or somebody who agrees. What they say last counts; what they take back is asked again.';
create index likeness_consents_of_file on public.likeness_consents (sha256);

alter table public.likeness_consents enable row level security;
revoke all on public.likeness_consents from anon, authenticated;
grant select, delete on public.likeness_consents to authenticated;
create policy "people read what they said of their photographs" on public.likeness_consents
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people take back what they said of their photographs" on public.likeness_consents
  for delete to authenticated using (user_id = (select auth.uid()));

create function app.note_consents(p_user uuid, p_references jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.likeness_consents (user_id, sha256, shows)
  select distinct on (said.sha256) p_user, said.sha256, said.shows
  from jsonb_to_recordset(p_references) as said (position smallint, sha256 text, shows text)
  where said.sha256 is not null and said.shows is not null
  order by said.sha256, said.position
  on conflict (user_id, sha256) do update set shows = excluded.shows, said_at = now()
  where likeness_consents.shows <> excluded.shows
$$;
comment on function app.note_consents(uuid, jsonb) is
  'Keeps what an order says of the files that it brings: an order without a word about them says nothing.';

revoke execute on function app.note_consents(uuid, jsonb) from public;
