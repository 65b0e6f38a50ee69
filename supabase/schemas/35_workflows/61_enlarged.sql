-- Pictures that were made larger here: by a step of a workflow, or because their owner asked.

create function app.keep_enlarged(p_person uuid, p_url text, p_picture jsonb, p_order jsonb)
returns public.generation_images
language plpgsql
set search_path = ''
as $$
declare
  location constant text[] := regexp_match(p_url, '/public/([^/?#]+)/([^?#]+)');
  made constant uuid := app.uuid_v7();
  origin public.generations;
  image public.generation_images;
begin
  select g.* into origin
  from public.generation_images i join public.generations g on g.id = i.generation_id
  where i.bucket = location[1] and i.path = location[2] and i.user_id = p_person
  limit 1;
  insert into public.generations (id, user_id, idempotency_key, prompt, mode, width, height, n_images, reference_count, settings,
    source, parent_post_id, engine, status, progress, metadata, translation, translated_from, started_at, finished_at)
  values (made, p_person, p_order ->> 'idempotency_key', coalesce(origin.prompt, p_order ->> 'prompt'),
    coalesce(origin.mode, 'normal'), (p_picture ->> 'width')::int, (p_picture ->> 'height')::int, 1, 1, p_order -> 'settings',
    p_order ->> 'source', origin.parent_post_id, 'lanczos', 'succeeded', 1, coalesce(p_picture -> 'metadata', '{}'),
    origin.translation, origin.translated_from, (p_order ->> 'started_at')::timestamptz, clock_timestamp());
  insert into public.generation_references (generation_id, position, bucket, path, influence, used, used_as, used_note)
  values (made, 1, location[1], location[2], 1, true, 'upscale', '');
  insert into app.reference_likeness (generation_id, position, hash, colours, sha256)
  select made, 1, hash, colours, sha256
  from jsonb_populate_record(null::app.reference_likeness, p_picture -> 'source')
  where sha256 is not null and location[1] <> 'generated-images';
  if location[1] <> 'generated-images' and jsonb_typeof(p_picture -> 'source') = 'object' then
    perform app.note_consents(p_person, jsonb_build_array(p_picture -> 'source'),
      coalesce((p_order ->> 'said_at')::timestamptz, clock_timestamp()));
  end if;
  perform app.settle_sources(made, p_person);
  insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
  select made, p_person, 1, bucket, path, url, width, height, bytes, thumbhash
  from jsonb_populate_record(null::public.generation_images, p_picture)
  returning * into image;
  return image;
end
$$;
comment on function app.keep_enlarged(uuid, text, jsonb, jsonb) is
  'The larger copy of the picture at an address becomes one of the person''s own; where it comes from goes with it. Refused like an order: PT404 reference_not_found, PT403 remix_not_allowed.';

create function public.enlarged_image(p_user uuid, p_image uuid) returns jsonb
language sql security definer
set search_path = ''
as $$
  with copy as (
    select i.id
    from public.generations g join public.generation_images i on i.generation_id = g.id
    where g.user_id = p_user and g.engine = 'lanczos' and g.settings ->> 'of' = p_image::text
      and (i.deleted_at is null or i.deleted_at > clock_timestamp() - interval '1 day')
    order by i.deleted_at desc nulls first, g.id
    limit 1
  )
  update public.generation_images i set deleted_at = null from copy where i.id = copy.id
  returning app.image_of(i)
$$;
comment on function public.enlarged_image(uuid, uuid) is
  'The larger copy of a picture that its owner has already, brought back where they threw it away within the last day; null without one.';

create function public.record_enlarged_image(p_user uuid, p_image uuid, p_picture jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  source public.generation_images;
  known jsonb;
begin
  -- Of two at once the second waits here, and finds the copy of the first.
  select i.* into source from public.generation_images i
  where i.id = p_image and i.user_id = p_user and i.deleted_at is null
  for no key update;
  if source.id is null then
    raise exception 'This picture is no longer there' using errcode = 'PT404', hint = 'reference_not_found';
  end if;
  known := public.enlarged_image(p_user, p_image);
  return coalesce(known, app.image_of(app.keep_enlarged(p_user, source.url, p_picture, jsonb_build_object(
    'idempotency_key', format('enlarge:%s:%s', p_image, app.uuid_v7()), 'prompt', '-', 'source', 'api',
    'settings', jsonb_build_object('kind', 'upscale', 'of', p_image), 'started_at', clock_timestamp()))));
end
$$;
comment on function public.record_enlarged_image(uuid, uuid, jsonb) is
  'A picture of somebody''s own, made larger because they asked, at no cost: {id, url, width, height, thumbhash}; where there is a copy already, that one. PT404 reference_not_found for one that is not theirs, or thrown away.';

revoke execute on function app.keep_enlarged(uuid, text, jsonb, jsonb) from public;
revoke execute on function public.record_enlarged_image(uuid, uuid, jsonb), public.enlarged_image(uuid, uuid)
  from public, anon, authenticated;
grant execute on function public.record_enlarged_image(uuid, uuid, jsonb), public.enlarged_image(uuid, uuid) to service_role;
