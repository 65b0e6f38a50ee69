-- Functions name each other in the order of the alphabet.
set check_function_bodies = off;

create table app.picture_likeness (
  image_id uuid primary key references public.generation_images (id) on delete cascade,
  hash bigint,
  colours bytea constraint picture_likeness_colours_check check (octet_length(colours) = 192),
  tries smallint not null default 0,
  constraint picture_likeness_whole_check check ((hash is null) = (colours is null))
);
-- Two hashes that differ in three bits have one of four bands in common, to the bit.
create index picture_likeness_band_1 on app.picture_likeness ((hash >> 48));
create index picture_likeness_band_2 on app.picture_likeness (((hash >> 32) & 65535));
create index picture_likeness_band_3 on app.picture_likeness (((hash >> 16) & 65535));
create index picture_likeness_band_4 on app.picture_likeness ((hash & 65535));
create index picture_likeness_missing on app.picture_likeness (image_id) where hash is null and tries < 5;

alter table app.picture_likeness enable row level security;

create table app.reference_likeness (
  generation_id uuid not null,
  position smallint not null,
  hash bigint not null,
  colours bytea not null constraint reference_likeness_colours_check check (octet_length(colours) = 192),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (generation_id, position),
  foreign key (generation_id, position) references public.generation_references (generation_id, position) on delete cascade
);

alter table app.reference_likeness enable row level security;

insert into app.picture_likeness (image_id) select id from public.generation_images;

CREATE OR REPLACE FUNCTION app.check_remix()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform app.settle_sources(new.generation_id, new.user_id);
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION app.generation_work(p_job app.generation_jobs)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'generation_id', g.id, 'attempt', p_job.attempts, 'user_id', g.user_id, 'prompt', g.prompt,
    'negative_prompt', g.negative_prompt, 'width', g.width, 'height', g.height, 'seed', g.seed, 'n_images', g.n_images,
    'upstream_ids', p_job.upstream_ids,
    'done', (select coalesce(jsonb_agg(i.position), '[]') from public.generation_images i where i.generation_id = g.id),
    'paths', (
      select jsonb_agg(g.user_id || '/'
        || left(encode(sha256(convert_to(p_job.file_key || '/' || n, 'UTF8')), 'hex'), 32) || '.webp' order by n)
      from generate_series(1, g.n_images) n),
    'references', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'bucket', r.bucket, 'path', r.path, 'role', r.role, 'influence', r.influence, 'sha256', l.sha256)
        order by r.position), '[]')
      from public.generation_references r
      left join app.reference_likeness l on l.generation_id = r.generation_id and l.position = r.position
      where r.generation_id = g.id))
  from public.generations g
  where g.id = p_job.generation_id
$function$;
CREATE OR REPLACE FUNCTION app.insert_generation(p_id uuid, p_user uuid, p_order jsonb, p_price integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.generations (id, user_id, idempotency_key, request_hash, prompt, negative_prompt, mode, width, height,
    seed, n_images, reference_count, settings, source, parent_post_id, engine, cost_quoted, created_at)
  select p_id, p_user, idempotency_key, request_hash, prompt, negative_prompt, mode, width, height, seed, n_images,
    jsonb_array_length(p_order -> 'references'), coalesce(settings, '{}'), source, parent_post_id, engine,
    p_price * n_images, clock_timestamp()
  from jsonb_populate_record(null::public.generations, p_order);
  insert into public.generation_references (generation_id, position, bucket, path, role, influence)
  select p_id, position, bucket, path, role, influence
  from jsonb_populate_recordset(null::public.generation_references, p_order -> 'references');
  insert into app.reference_likeness (generation_id, position, hash, colours, sha256)
  select p_id, position, hash, colours, sha256
  from jsonb_populate_recordset(null::app.reference_likeness, p_order -> 'references')
  where sha256 is not null;
end
$function$;
CREATE OR REPLACE FUNCTION app.source_among_references(p_generation uuid, p_user uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.post_id
  from app.sources_among_references(p_generation, p_user) s
  where s.post_id is not null and s.is_allowed
  order by s.image_id = (
    select p.image_id
    from public.generations g join public.feed_posts p on p.id = g.parent_post_id
    where g.id = p_generation) desc nulls last, s.place, s.post_id
  limit 1
$function$;
CREATE OR REPLACE FUNCTION public.record_generation_image(p_worker uuid, p_attempt integer, p_id uuid, p_image jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job app.generation_jobs := app.lock_own_job(p_worker, p_attempt, p_id);
  generation public.generations;
  is_late boolean;
begin
  select * into generation from public.generations g where g.id = p_id for update;
  is_late := job.state = 'over' and generation.status in ('expired', 'failed');
  if job.generation_id is null or (job.state = 'over' and not is_late) then
    return 'lost';
  end if;
  insert into public.generation_images
    (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash, seed)
  select p_id, generation.user_id, position, bucket, path, url, width, height, bytes, thumbhash, seed
  from jsonb_populate_record(null::public.generation_images, p_image)
  on conflict (generation_id, position) do nothing;
  perform public.record_likeness(i.id, p_image ->> 'hash', p_image ->> 'colours')
  from public.generation_images i
  where i.generation_id = p_id and i.position = (p_image ->> 'position')::int and p_image ? 'hash';
  perform app.keep_receipts(p_id, p_image -> 'references');
  update public.generations g
  set engine = coalesce(p_image ->> 'engine', g.engine), metadata = coalesce(p_image -> 'metadata', '{}') || g.metadata,
    progress = greatest(g.progress, (select count(*) from public.generation_images i where i.generation_id = p_id)::real / g.n_images)
  where g.id = p_id;
  if is_late then
    update public.generations
    set status = 'succeeded', error_code = null, error_message = null, stage = null, progress = 1 where id = p_id;
  end if;
  update app.generation_jobs set preview = null where generation_id = p_id;
  perform app.tell_generation(p_id);
  return case when is_late then 'late' when job.is_canceled then 'cancel' else 'ok' end;
end
$function$;
CREATE OR REPLACE FUNCTION public.record_workflow_picture(p_worker uuid, p_fence integer, p_run uuid, p_picture jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step public.workflow_run_steps := app.own_step(p_worker, p_fence, p_run);
  location constant text[] := regexp_match(step.input #>> '{image,url}', '/public/([^/?#]+)/([^?#]+)');
  origin public.generations;
  made uuid := app.uuid_v7();
  person constant uuid := (select r.user_id from public.workflow_runs r where r.id = p_run);
  image public.generation_images;
begin
  if step.run_id is null then
    return 'lost';
  end if;
  select g.* into origin
  from public.generation_images i join public.generations g on g.id = i.generation_id
  where i.bucket = location[1] and i.path = location[2] and i.user_id = person
  limit 1;
  insert into public.generations (id, user_id, idempotency_key, prompt, mode, width, height, n_images, reference_count, settings,
    source, parent_post_id, engine, status, progress, metadata, started_at, finished_at)
  values (made, person, format('workflow:%s:%s:%s', p_run, step.step_index, step.attempt), coalesce(origin.prompt, step.title),
    coalesce(origin.mode, 'normal'), (p_picture ->> 'width')::int, (p_picture ->> 'height')::int, 1, 1, '{"kind": "upscale"}',
    'workflow', origin.parent_post_id, 'lanczos', 'succeeded', 1, coalesce(p_picture -> 'metadata', '{}'), step.started_at,
    clock_timestamp());
  insert into public.generation_references (generation_id, position, bucket, path, influence, used, used_as, used_note)
  values (made, 1, location[1], location[2], 1, true, 'upscale', '');
  insert into app.reference_likeness (generation_id, position, hash, colours, sha256)
  select made, 1, hash, colours, sha256
  from jsonb_populate_record(null::app.reference_likeness, p_picture -> 'source')
  where sha256 is not null and location[1] <> 'generated-images';
  perform app.settle_sources(made, person);
  insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
  select made, person, 1, bucket, path, url, width, height, bytes, thumbhash
  from jsonb_populate_record(null::public.generation_images, p_picture)
  returning * into image;
  perform app.close_step(step, jsonb_build_object('status', 'succeeded', 'output', jsonb_build_object(
    'generation_id', made, 'note', p_picture ->> 'note', 'image', app.image_of(image),
    'images', jsonb_build_array(app.image_of(image)))));
  return 'ok';
end
$function$;
CREATE OR REPLACE FUNCTION app.await_likeness()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into app.picture_likeness (image_id) values (new.id) on conflict do nothing;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION app.colours_apart(p_one bytea, p_other bytea)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 5000
 SET search_path TO ''
AS $function$ select sum(abs(get_byte(p_one, n) - get_byte(p_other, n)))::int from generate_series(0, 191) as n $function$;
CREATE OR REPLACE FUNCTION app.foreign_references(p_generation uuid, p_user uuid)
 RETURNS TABLE(place smallint, image_id uuid, is_copy boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r.position, gi.id, false
  from public.generation_references r
  join public.generation_images gi on gi.bucket = r.bucket and gi.path = r.path and gi.user_id <> p_user
  where r.generation_id = p_generation
  union all
  select alike.place, alike.id, true
  from (
    select l.position as place, gi.id, bool_or(gi.user_id = p_user) over (partition by l.position) as is_own
    from app.reference_likeness l
    cross join lateral app.pictures_like(l.hash, l.colours) as known (id)
    join public.generation_images gi on gi.id = known.id
    where l.generation_id = p_generation
  ) as alike
  where not alike.is_own
$function$;
CREATE OR REPLACE FUNCTION app.has_hidden_reference(p_generation uuid, p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.generation_references r
    where r.generation_id = p_generation and not case r.bucket
      when 'generated-images' then exists (
        select from public.generation_images gi
        where gi.bucket = r.bucket and gi.path = r.path and (gi.user_id = p_user or exists (
          select from public.feed_posts p where p.image_id = gi.id and app.sees_post(p_user, p.id, false))))
      else split_part(r.path, '/', 1) = p_user::text
    end)
$function$;
CREATE OR REPLACE FUNCTION app.pictures_like(p_hash bigint, p_colours bytea)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.image_id
  from app.picture_likeness l
  where (l.hash >> 48 = p_hash >> 48
      or (l.hash >> 32) & 65535 = (p_hash >> 32) & 65535
      or (l.hash >> 16) & 65535 = (p_hash >> 16) & 65535
      or l.hash & 65535 = p_hash & 65535)
    and bit_count((l.hash # p_hash)::bit(64)) <= 6
    and app.colours_apart(l.colours, p_colours) <= 288
$function$;
CREATE OR REPLACE FUNCTION app.settle_sources(p_generation uuid, p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  named constant uuid := (select g.parent_post_id from public.generations g where g.id = p_generation);
  referenced uuid;
begin
  if app.has_hidden_reference(p_generation, p_user) then
    raise exception 'There is no such picture' using errcode = 'PT404', hint = 'reference_not_found';
  end if;
  if named is not null and not app.may_remix(p_user, named) and not app.sees_post(p_user, named, false) then
    raise exception 'There is no such publication to remix' using errcode = 'PT404', hint = 'remix_source_gone';
  end if;
  if named is not null and not app.may_remix(p_user, named)
    or exists (select from app.sources_among_references(p_generation, p_user) s where not s.is_allowed) then
    raise exception 'The author does not allow this image to be remixed' using errcode = 'PT403', hint = 'remix_not_allowed';
  end if;
  referenced := app.source_among_references(p_generation, p_user);
  update public.generations g set parent_post_id = referenced
  where g.id = p_generation and referenced is not null and referenced is distinct from named
    and not exists (
      select from public.feed_posts n join public.feed_posts r on r.image_id = n.image_id
      where n.id = named and r.id = referenced);
end
$function$;
CREATE OR REPLACE FUNCTION app.sources_among_references(p_generation uuid, p_user uuid)
 RETURNS TABLE(place smallint, image_id uuid, post_id uuid, is_allowed boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select f.place, f.image_id,
    (array_agg(p.id order by p.remix_allowed desc, p.id) filter (where shown.is_seen))[1], bool_or(p.remix_allowed)
  from app.foreign_references(p_generation, p_user) f
  join public.feed_posts p on p.image_id = f.image_id
  cross join lateral (select app.sees_post(p_user, p.id, false) as is_seen) as shown
  where shown.is_seen or f.is_copy and p.audience in ('public', 'followers', 'unlisted')
  group by f.place, f.image_id
$function$;
CREATE OR REPLACE FUNCTION public.pictures_to_look_at(p_limit integer)
 RETURNS TABLE(image_id uuid, bucket text, path text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    select l.image_id from app.picture_likeness l
    where l.hash is null and l.tries < 5
    order by l.image_id
    limit p_limit
    for update skip locked
  ), taken as (
    update app.picture_likeness l set tries = l.tries + 1 from due where l.image_id = due.image_id returning l.image_id
  )
  select gi.id, gi.bucket, gi.path from taken join public.generation_images gi on gi.id = taken.image_id
$function$;
CREATE OR REPLACE FUNCTION public.record_likeness(p_image uuid, p_hash text, p_colours text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update app.picture_likeness l set hash = p_hash::bigint, colours = p_colours::bytea where l.image_id = p_image
$function$;

CREATE TRIGGER await_likeness AFTER INSERT ON public.generation_images FOR EACH ROW EXECUTE FUNCTION app.await_likeness();

revoke all on function app.await_likeness() from public, anon, authenticated, service_role;
revoke all on function app.colours_apart(bytea,bytea) from public, anon, authenticated, service_role;
revoke all on function app.foreign_references(uuid,uuid) from public, anon, authenticated, service_role;
revoke all on function app.has_hidden_reference(uuid,uuid) from public, anon, authenticated, service_role;
revoke all on function app.pictures_like(bigint,bytea) from public, anon, authenticated, service_role;
revoke all on function app.settle_sources(uuid,uuid) from public, anon, authenticated, service_role;
revoke all on function app.sources_among_references(uuid,uuid) from public, anon, authenticated, service_role;
revoke all on function public.pictures_to_look_at(integer) from public, anon, authenticated, service_role;
grant execute on function public.pictures_to_look_at(integer) to service_role;
revoke all on function public.record_likeness(uuid,text,text) from public, anon, authenticated, service_role;
grant execute on function public.record_likeness(uuid,text,text) to service_role;
revoke all on table app.picture_likeness from public, anon, authenticated, service_role;
revoke all on table app.reference_likeness from public, anon, authenticated, service_role;

comment on function app.check_remix() is 'An order is a job only where what it remixes is there and may be remixed.';
comment on function app.source_among_references(uuid,uuid) is 'The publication of somebody else that an order starts from: the one that it names where its picture is among the references, else that of the first of them.';
comment on function public.record_workflow_picture(uuid,integer,uuid,jsonb) is 'A picture that was enlarged here, without an engine and at no cost, becomes one of the person''s own; where it comes from goes with it. Refused like an order: PT404 reference_not_found, PT403 remix_not_allowed.';
comment on function app.await_likeness() is 'Every new picture is to be looked at.';
comment on function app.colours_apart(bytea,bytea) is 'How far the colours of two pictures are apart, all fields together.';
comment on function app.foreign_references(uuid,uuid) is 'Pictures of other people among the references, by their address or as a copy that was uploaded. What looks like one''s own is one''s own.';
comment on function app.has_hidden_reference(uuid,uuid) is 'Whether an order names, by its address, a picture of somebody else that no publication shows to this person, or a file that somebody else uploaded.';
comment on function app.pictures_like(bigint,bytea) is 'Pictures of which a file is a copy: the same but for encoding and size. What was cropped, turned or coloured anew is another picture.';
comment on function app.settle_sources(uuid,uuid) is 'Whether the pictures and the publication that an order starts from may serve: PT404 reference_not_found or remix_source_gone, PT403 remix_not_allowed. Whoever works from a published picture of somebody else, or from a copy of it, and does not say so is recorded as its remixer all the same.';
comment on function app.sources_among_references(uuid,uuid) is 'The publications whose pictures serve as references. A copy of one that this person does not see has no post_id, but its author''s word holds all the same.';
comment on function public.pictures_to_look_at(integer) is 'Pictures that nobody has looked at yet, five times at most: what cannot be read then is no picture.';
comment on function public.record_likeness(uuid,text,text) is 'How a picture looks: a signed number, and bytes in hexadecimal.';
comment on table app.picture_likeness is 'How each picture looks, null until somebody has looked: 64 bits of brighter and darker, and the mean colours of 8 by 8 fields.';
comment on table app.reference_likeness is 'How the files that people uploaded as references looked when they were ordered with; another file in their place is none of the order.';

reset check_function_bodies;
