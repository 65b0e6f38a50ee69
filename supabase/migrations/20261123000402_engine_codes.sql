CREATE OR REPLACE FUNCTION app.fill_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  location text[];
  image public.generation_images;
  maker text;
begin
  new.hashtags := app.normalise_hashtags(new.hashtags);
  if tg_op = 'UPDATE' and new.image_url = old.image_url then
    return new;
  end if;
  location := regexp_match(new.image_url, '/storage/v1/object/public/([^/?#]+)/([^?#]+)$');
  -- Locked against being thrown away at the same moment.
  select gi.* into image
  from public.generation_images gi
  where gi.bucket = location[1] and gi.path = location[2] and gi.user_id = new.creator_id and gi.deleted_at is null
  order by gi.id desc
  limit 1
  for share;
  if image.id is null then
    raise exception 'The image of a publication must be one of its author''s own creations'
      using errcode = 'check_violation', constraint = 'feed_posts_image_is_own', hint = 'image_not_own';
  end if;
  -- The host that was given proves nothing: any could stand before the path.
  new.image_url := image.url;
  new.image_id := image.id;
  new.width := image.width;
  new.height := image.height;
  new.thumbhash := image.thumbhash;
  select g.mode, g.engine into new.mode, maker from public.generations g where g.id = image.generation_id;
  new.metadata := new.metadata || jsonb_build_object('engine', maker);
  return new;
end
$function$;

comment on function app.fill_post() is 'Normalises the hashtags and takes address, size, thumbhash, mode and the code of its engine from the creation itself: a picture of somebody else cannot be published (23514, hint image_not_own), nor one''s own under another host.';

-- Publications hold what the app had sent: the engine's name for people.
update public.feed_posts p
set metadata = p.metadata || jsonb_build_object('engine', g.engine)
from public.generation_images i
join public.generations g on g.id = i.generation_id
where i.id = p.image_id and p.metadata ->> 'engine' is distinct from g.engine;

update public.feed_posts p
set metadata = p.metadata || '{"engine": "builtin"}'
where p.image_id is null and p.metadata ->> 'engine' = 'Moteur intégré (procédural, sans réseau de neurones)';
