-- Images that somebody has begun to describe and not ordered yet (F37): gone on with on whichever device they take up next.

create table public.create_drafts (
  id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  draft jsonb not null check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 40000),
  revision uuid not null default app.uuid_v7(),
  writer uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.create_drafts.revision is 'Another for each state that it had, also under an id that was erased and kept again.';
comment on column public.create_drafts.writer is 'The page that wrote this revision.';
comment on table public.create_drafts is 'Begun descriptions with their settings, under ids of the device that began them; 100 at most.';
create index create_drafts_of_person on public.create_drafts (user_id, updated_at desc);

alter table public.create_drafts enable row level security;
revoke all on public.create_drafts from anon, authenticated;
grant select, delete on public.create_drafts to authenticated;
create policy "people read their drafts" on public.create_drafts
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people delete their drafts" on public.create_drafts
  for delete to authenticated using (user_id = (select auth.uid()));

create function public.save_create_draft(id uuid, draft jsonb, writer uuid, base uuid default null) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  kept public.create_drafts;
  fresh uuid := app.uuid_v7();
begin
  -- One at a time counts and adds, so that two at once do not pass the bound together.
  perform pg_advisory_xact_lock(hashtextextended('create_drafts:' || auth.uid()::text, 0));
  select * into kept from public.create_drafts d where d.id = save_create_draft.id and d.user_id = auth.uid();
  if kept.draft = save_create_draft.draft then
    return kept.revision;
  end if;
  if kept.id is not null then
    if kept.writer <> save_create_draft.writer and kept.revision is distinct from base then
      raise exception 'Another device has changed it' using errcode = 'PT409', hint = 'draft_changed';
    end if;
    update public.create_drafts d
    set draft = save_create_draft.draft, revision = fresh, writer = save_create_draft.writer, updated_at = now()
    where d.id = kept.id;
    return fresh;
  end if;
  if (select count(*) from public.create_drafts d where d.user_id = auth.uid()) >= 100 then
    raise exception 'At most 100 drafts' using errcode = 'PT409', hint = 'too_many';
  end if;
  insert into public.create_drafts (id, user_id, draft, revision, writer)
  values (save_create_draft.id, auth.uid(), save_create_draft.draft, fresh, save_create_draft.writer);
  return fresh;
end
$$;
comment on function public.save_create_draft(uuid, jsonb, uuid, uuid) is
  'Keeps a begun description under the id that its device gave it, and answers its revision. It changes what `writer` itself wrote last, or the revision `base`; where another page has changed it since: PT409 draft_changed, and nothing is written. What stands there already is no change; what was erased is kept again. PT409 too_many.';

revoke execute on function public.save_create_draft(uuid, jsonb, uuid, uuid) from public, anon, authenticated;
grant execute on function public.save_create_draft(uuid, jsonb, uuid, uuid) to authenticated;
