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

create table app.likeness_withdrawals (
  user_id uuid not null references public.profiles (id) on delete cascade,
  sha256 text not null,
  withdrawn_at timestamptz not null,
  primary key (user_id, sha256)
);
comment on table app.likeness_withdrawals is
  'When somebody last took back what they had said of a file: what they had said before, a schedule that still carries it does not say again.';
alter table app.likeness_withdrawals enable row level security;

create function app.note_withdrawal() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- With an account its words go too, and nothing is noted of them.
  insert into app.likeness_withdrawals (user_id, sha256, withdrawn_at)
  select old.user_id, old.sha256, clock_timestamp() from public.profiles p where p.id = old.user_id
  on conflict (user_id, sha256) do update set withdrawn_at = excluded.withdrawn_at;
  return null;
end
$$;
comment on function app.note_withdrawal() is 'Keeps when somebody took back what they had said of a file.';

create trigger note_withdrawal after delete on public.likeness_consents
  for each row execute function app.note_withdrawal();

create function app.note_consents(p_user uuid, p_references jsonb, p_said_at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- Whoever takes one back at this moment is waited for, and then seen below.
  perform from public.likeness_consents l
  where l.user_id = p_user and l.sha256 in (select r ->> 'sha256' from jsonb_array_elements(p_references) as r)
  order by l.sha256
  for no key update;
  insert into public.likeness_consents (user_id, sha256, shows, said_at)
  select distinct on (said.sha256) p_user, said.sha256, said.shows, p_said_at
  from jsonb_to_recordset(p_references) as said (position smallint, sha256 text, shows text)
  where said.sha256 is not null and said.shows is not null and not exists (
    select from app.likeness_withdrawals w
    where w.user_id = p_user and w.sha256 = said.sha256 and w.withdrawn_at >= p_said_at)
  order by said.sha256, said.position
  on conflict (user_id, sha256) do update set shows = excluded.shows, said_at = excluded.said_at
  where likeness_consents.said_at < excluded.said_at;
end
$$;
comment on function app.note_consents(uuid, jsonb, timestamptz) is
  'Keeps what an order says of the files that it brings, as said then: what was said or taken back since holds. An order without a word about them says nothing.';

revoke execute on function app.note_consents(uuid, jsonb, timestamptz), app.note_withdrawal() from public;
