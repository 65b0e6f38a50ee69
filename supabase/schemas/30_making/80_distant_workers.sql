-- Workers elsewhere, with a key of their own: its role takes jobs, tells of them, ends and gives back those that it has, reads
-- what they were ordered with and writes their pictures. It may do nothing else.

do $$
begin
  if not exists (select from pg_roles where rolname = 'picture_worker') then
    begin
      create role picture_worker nologin noinherit;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end if;
  if not pg_has_role('authenticator', 'picture_worker', 'member') then
    grant picture_worker to authenticator;
  end if;
end
$$;

create function app.is_place_of_job(p_bucket text, p_path text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_bucket = 'generated-images' and exists (
    select from app.generation_jobs j
    join public.generations g on g.id = j.generation_id
    cross join generate_series(1, g.n_images) as n
    where j.state = 'leased' and j.user_id::text = split_part(p_path, '/', 1) and app.generation_path(j, n) = p_path)
$$;
comment on function app.is_place_of_job(text, text) is 'Whether a picture that is being made just now belongs there.';

create function app.is_used_by_job(p_bucket text, p_path text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from app.generation_jobs j
    join public.generation_references r on r.generation_id = j.generation_id
    where j.state = 'leased' and r.bucket = p_bucket and r.path = p_path)
$$;
comment on function app.is_used_by_job(text, text) is 'Whether what is being made just now was ordered with this file.';

revoke execute on function app.is_place_of_job(text, text), app.is_used_by_job(text, text) from public;
grant usage on schema public, storage to picture_worker;
grant execute on function app.is_place_of_job(text, text), app.is_used_by_job(text, text) to picture_worker;
grant execute on function
  public.claim_generation(uuid, int), public.beat_generations(uuid, jsonb, int),
  public.save_generation_upstream(uuid, int, uuid, int, text),
  public.record_generation_image(uuid, int, uuid, jsonb), public.return_generations(uuid),
  public.has_due_generations(), public.finish_generation(uuid, int, uuid, jsonb)
to picture_worker;
grant select, insert, update on storage.objects to picture_worker;

create policy "distant workers read what they work with" on storage.objects
  for select to picture_worker using (app.is_place_of_job(bucket_id, name) or app.is_used_by_job(bucket_id, name));

create policy "distant workers add pictures" on storage.objects
  for insert to picture_worker with check (app.is_place_of_job(bucket_id, name));

create policy "distant workers replace pictures" on storage.objects
  for update to picture_worker
  using (app.is_place_of_job(bucket_id, name)) with check (app.is_place_of_job(bucket_id, name));
