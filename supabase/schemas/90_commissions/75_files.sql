-- Files of orders. Bytes come in by a function that has looked at them; nobody uploads here by themselves.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('commission-files', 'commission-files', false, 41943040, '{image/png,image/jpeg,image/webp,application/pdf,application/zip}')
on conflict (id) do nothing;

create function app.may_read_commission_file(p_name text) returns boolean
language sql volatile security definer
set search_path = ''
as $$
  select exists (
    select from billing.commission_files f join billing.commissions c on c.id = f.commission_id
    cross join lateral (select coalesce(billing.role_in(c, auth.uid()), case when app.is_staff() and exists (
      select from billing.commission_disputes d where d.commission_id = c.id) then 'staff' end) as part) as who
    where who.part is not null and (
      f.path = p_name and billing.may_open(f, c, who.part) and billing.sees_file(f, who.part)
      or f.preview_path = p_name and billing.sees_file(f, who.part)))
$$;
comment on function app.may_read_commission_file(text) is
  'Whether who asks may read this file: a final only once its money is the creator''s, its preview once it was delivered.';

create policy "the two of an order read what is open to them" on storage.objects
  for select to authenticated using (
    bucket_id = 'commission-files' and app.may_read_commission_file(name));

create function billing.check_new_file(c billing.commissions, p_role text, p_kind text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_kind not in ('reference', 'sketch', 'final', 'evidence') then
    perform billing.refuse_step(c, 'step_invalid', 'kind');
  end if;
  if p_role is distinct from (case p_kind when 'reference' then 'client' when 'evidence' then p_role else 'creator' end) then
    perform billing.refuse_step(c, 'commission_not_yours');
  end if;
  if not (case p_kind when 'reference' then c.status in ('requested', 'proposed')
    when 'evidence' then c.status in ('in_progress', 'delivered', 'revision', 'disputed') else c.status in ('in_progress', 'revision') end)
  then
    perform billing.refuse_step(c, 'commission_state');
  end if;
  if (select count(*) from billing.commission_files f where f.commission_id = c.id and f.kind = p_kind and f.side = p_role and f.state <> 'gone'
      and f.step = c.current_step) >= (case p_kind when 'reference' then 3 when 'sketch' then 20 else 10 end)
  then
    raise exception 'No more files of this kind' using errcode = 'PT429', hint = 'file_limit';
  end if;
end
$$;

create function billing.note_likeness(c billing.commissions, p_user uuid, p_file jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_file ->> 'shows' is null and not exists (
    select from public.likeness_consents l where l.user_id = p_user and l.sha256 = p_file ->> 'sha256')
  then
    perform billing.refuse_step(c, 'likeness_unsaid', 'shows');
  end if;
  perform app.note_consents(p_user, jsonb_build_array(p_file), clock_timestamp());
end
$$;
comment on function billing.note_likeness(billing.commissions, uuid, jsonb) is
  'Who is in a photograph that an order begins with, as the client says with it or has said before. PT422 likeness_unsaid.';

create function public.add_commission_file(p_user uuid, p_commission uuid, p_file jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  c billing.commissions := billing.locked_commission(p_commission);
  part constant text := billing.role_in(c, p_user);
  made constant uuid := gen_random_uuid();
  known billing.commission_files;
begin
  if part is null then
    raise exception 'There is no such order' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  -- The same bytes for the same end: sent again after an answer that was lost.
  select f.* into known from billing.commission_files f
  where f.commission_id = c.id and f.step = c.current_step and f.side = part and f.kind = p_file ->> 'kind' and f.state <> 'gone'
    and f.sha256 = decode(p_file ->> 'sha256', 'hex')
  order by f.id limit 1;
  if found then
    if known.kind = 'reference' then
      perform billing.note_likeness(c, p_user, p_file);
    end if;
    return jsonb_build_object('file_id', known.id, 'path', known.path);
  end if;
  perform billing.check_new_file(c, part, p_file ->> 'kind');
  if p_file ->> 'kind' = 'reference' then
    perform billing.note_likeness(c, p_user, p_file);
  end if;
  insert into billing.commission_files (id, commission_id, step, side, kind, name, type, bytes, sha256, entries, path)
  values (made, c.id, c.current_step, part, p_file ->> 'kind',
    coalesce(left(app.clean_name(left(p_file ->> 'name', 1000)), 120), 'fichier'), p_file ->> 'type', (p_file ->> 'bytes')::bigint,
    decode(p_file ->> 'sha256', 'hex'), p_file -> 'entries', format('%s/%s/%s', c.id, p_file ->> 'kind', made));
  return jsonb_build_object('file_id', made, 'path', format('%s/%s/%s', c.id, p_file ->> 'kind', made));
end
$$;
comment on function public.add_commission_file(uuid, uuid, jsonb) is
  'Room for a file whose bytes were looked at, by one of the two: {kind, name, type, bytes, sha256 (hex), entries, shows}. Answers {file_id, path}: the bytes go there, then store_commission_file; the same bytes again are the same file. PT404 commission_unknown, PT403 commission_not_yours, PT409 commission_state, PT422 step_invalid or likeness_unsaid, PT429 file_limit.';

create function public.store_commission_file(p_file uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  f billing.commission_files;
  c billing.commissions := billing.locked_commission((select x.commission_id from billing.commission_files x where x.id = p_file));
begin
  update billing.commission_files x
  set state = case when x.kind = 'final' and x.type like 'image/%' then 'making_preview' else 'ready' end
  where x.id = p_file and x.state = 'arriving' returning * into f;
  if found and f.kind = 'sketch' then
    c := billing.move_commission(c, c.status, 'sketch_added', 'creator');
  end if;
  select x.* into strict f from billing.commission_files x where x.id = p_file;
  return billing.file_answer(f, c, f.side);
end
$$;
comment on function public.store_commission_file(uuid) is 'Its bytes are stored: whoever may see it sees it. A final picture waits for its preview.';

create function public.remove_commission_file(file uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  f billing.commission_files;
  c billing.commissions;
begin
  select x.* into f from billing.commission_files x where x.id = file;
  c := billing.locked_commission(f.commission_id);
  if billing.role_in(c, me) is distinct from f.side or f.id is null or f.state = 'gone' then
    raise exception 'There is no such file' using errcode = 'PT404', hint = 'not_found';
  end if;
  if f.is_given or f.kind = 'sketch' or f.kind = 'evidence' and exists (
    select from billing.dispute_entries e where f.id = any (e.files)) then
    perform billing.refuse_step(c, 'commission_state');
  end if;
  -- Without a lease: whoever makes its preview finds it gone, and its file is taken away all the same.
  update billing.commission_files x set state = 'gone', lease_until = null where x.id = f.id;
end
$$;
comment on function public.remove_commission_file(uuid) is
  'Takes back a file of one''s own that the other does not have yet. PT404 not_found, PT409 commission_state.';

create function public.claim_previews(p_limit int) returns table (file_id uuid, path text, type text, number bigint)
language sql security definer
set search_path = ''
as $$
  update billing.commission_files f
  set lease_until = clock_timestamp() + interval '2 minutes', tries = f.tries + 1
  from (
    select x.id from billing.commission_files x
    where x.state = 'making_preview' and (x.lease_until is null or x.lease_until < clock_timestamp()) and x.tries < 10
    order by x.id limit p_limit for update skip locked) as due, billing.commissions c
  where f.id = due.id and c.id = f.commission_id
  returning f.id, f.path, f.type, c.number
$$;
comment on function public.claim_previews(int) is 'Finals that wait for their preview, for two minutes.';

create function public.note_preview(p_file uuid, p_path text) returns void
language sql security definer
set search_path = ''
as $$
  update billing.commission_files f
  set state = case when p_path is null then 'gone' else 'ready' end, preview_path = p_path, lease_until = null
  where f.id = p_file and f.state = 'making_preview'
$$;
comment on function public.note_preview(uuid, text) is 'Where the preview of a final lies; null: the picture cannot be read, and is not there.';

create function public.commission_files_to_remove(p_limit int) returns table (file_id uuid, path text)
language sql volatile security definer
set search_path = ''
as $$
  select f.id, p.path
  from (
    select x.* from billing.commission_files x join billing.commissions c on c.id = x.commission_id
    where x.bytes > 0 and (x.state = 'gone' and x.lease_until is null
      or x.state = 'arriving' and x.created_at < billing.clock() - interval '1 day'
      or x.state = 'ready' and c.due_at is null and c.status in ('accepted', 'declined', 'canceled', 'expired', 'refunded', 'settled', 'ruled')
        and c.entered_at < billing.clock() - interval '2 years')
    limit p_limit) as f
  cross join lateral (values (f.path), (f.preview_path)) as p (path)
  where p.path is not null
$$;
comment on function public.commission_files_to_remove(int) is 'Files that were taken back, never arrived, or whose two years after the end are over.';

create function public.forget_commission_files(p_files uuid[]) returns void
language sql security definer
set search_path = ''
as $$ update billing.commission_files f set state = 'gone', lease_until = 'infinity' where f.id = any (p_files) $$;
comment on function public.forget_commission_files(uuid[]) is 'Their bytes are gone; what they were stays written.';
