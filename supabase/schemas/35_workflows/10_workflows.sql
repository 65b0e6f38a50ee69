-- A workflow is an ordered list of steps behind a form. What is run is a run's own copy: whatever becomes of the
-- workflow afterwards, the run goes on, and can be read.

create table public.workflows (
  id uuid primary key default app.uuid_v7(),
  owner_id uuid references public.profiles (id) on delete cascade,
  slug text unique check (slug ~ '^[a-z][a-z0-9-]{1,39}$'),
  title text not null check (char_length(btrim(title)) between 1 and 120),
  summary text not null default '' check (char_length(summary) <= 1000),
  labels jsonb not null default '{}' check (jsonb_typeof(labels) = 'object'),
  cover_url text check (char_length(cover_url) <= 2048),
  goal text check (goal in ('affiche', 'motif', 'portrait', 'produit', 'bd', 'carte', 'banniere', 'logo', 'retouche')),
  visibility text not null default 'private' check (visibility in ('private', 'unlisted', 'public')),
  fee_credits int not null default 0 check (fee_credits between 0 and 5),
  forked_from uuid references public.workflows (id) on delete set null,
  current_version int not null default 1 check (current_version > 0),
  runs_count int not null default 0 check (runs_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (owner_id is not null or slug is not null)
);
comment on column public.workflows.owner_id is 'Null: ours, a template, which has a slug.';
comment on column public.workflows.fee_credits is 'Bought credits that others pay the author for each run; what is left of the run they go on with for nothing more.';
comment on column public.workflows.labels is 'Title and summary in other languages, as title_en and summary_en.';
create index workflows_of_owner on public.workflows (owner_id, updated_at desc);
create index workflows_public on public.workflows (runs_count desc, id desc) where visibility = 'public';
create index workflows_forks on public.workflows (forked_from) where forked_from is not null;

alter table public.workflows enable row level security;
revoke all on public.workflows from anon, authenticated;
grant select, delete on public.workflows to authenticated;
create policy "people read workflows that are public or theirs" on public.workflows
  for select to authenticated using (visibility = 'public' or owner_id = (select auth.uid()));
create policy "people delete their own workflows" on public.workflows
  for delete to authenticated using (owner_id = (select auth.uid()));

create trigger touch before update on public.workflows
  for each row when (old.runs_count = new.runs_count) execute function app.touch();

create table public.workflow_versions (
  workflow_id uuid not null references public.workflows (id) on delete cascade,
  version int not null check (version > 0),
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  inputs jsonb not null default '[]' check (jsonb_typeof(inputs) = 'array'),
  created_at timestamptz not null default now(),
  primary key (workflow_id, version)
);

alter table public.workflow_versions enable row level security;
revoke all on public.workflow_versions from anon, authenticated;
grant select on public.workflow_versions to authenticated;
create policy "versions are read with their workflow" on public.workflow_versions
  for select to authenticated using (
    exists (
      select from public.workflows w
      where w.id = workflow_id and (w.visibility = 'public' or w.owner_id = (select auth.uid()))));

create function app.freeze_version() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.workflow_runs r where r.workflow_id = old.workflow_id and r.version = old.version) then
    raise exception 'A version that has run stays as it is' using errcode = 'PT409', hint = 'version_frozen';
  end if;
  return new;
end
$$;
comment on function app.freeze_version() is 'A version that has run is never written again, by whomever.';

create trigger freeze_version before update on public.workflow_versions
  for each row execute function app.freeze_version();

revoke execute on function app.freeze_version() from public;
