drop function public.my_images(text,text,text,text,timestamp with time zone,timestamp with time zone,boolean,integer,uuid,integer);

create table public.image_folders (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  name text not null check (btrim(name) = name and char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  unique (user_id, name),
  unique (user_id, id)
);
alter table public.image_folders enable row level security;
alter table public.generation_images add column folder_id uuid;
alter table public.generation_images add constraint generation_images_folder_fkey
  foreign key (user_id, folder_id) references public.image_folders (user_id, id) on delete set null (folder_id);
create index generation_images_in_folder on public.generation_images (folder_id) where folder_id is not null;

CREATE OR REPLACE FUNCTION app.colours_apart(p_one bytea, p_other bytea, p_weights bytea)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 5000
 SET search_path TO ''
AS $function$
  select sum(abs(get_byte(p_one, n) - get_byte(p_other, n)) * get_byte(p_weights, n / 3))::double precision
    / (3 * nullif((select sum(get_byte(p_weights, f)) from generate_series(0, 63) as f), 0))
  from generate_series(0, 191) as n
$function$;
CREATE OR REPLACE FUNCTION app.near_by_look(p_colours bytea, p_weights bytea)
 RETURNS TABLE(post_id uuid, distance double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select near.id, near.distance
  from (
    select p.id, app.colours_apart(l.colours, p_colours, p_weights) as distance
    from (
      select newest.id, newest.image_id from public.feed_posts newest
      where newest.audience = 'public' and newest.status = 'published' and newest.image_id is not null
      order by newest.created_at desc, newest.id desc
      limit 3000
    ) as p
    join app.picture_likeness l on l.image_id = p.image_id and l.colours is not null
  ) as near
  where near.distance <= 60
  order by near.distance, near.id
  limit 200
$function$;
CREATE OR REPLACE FUNCTION public.make_image_folder(name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  -- One at a time counts and adds, so that two at once do not pass the bound together.
  perform pg_advisory_xact_lock(hashtextextended('image_folders:' || auth.uid()::text, 0));
  if (select count(*) from public.image_folders f where f.user_id = auth.uid()) >= 100 then
    raise exception 'At most 100 folders' using errcode = 'PT409', hint = 'too_many';
  end if;
  insert into public.image_folders (user_id, name) values (auth.uid(), btrim(make_image_folder.name))
  returning id into made;
  return made;
end
$function$;
CREATE OR REPLACE FUNCTION public.my_image_folders()
 RETURNS TABLE(id uuid, name text, images_count integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select f.id, f.name, count(gi.id)::int
  from public.image_folders f
  left join public.generation_images gi on gi.folder_id = f.id and gi.deleted_at is null
  where f.user_id = auth.uid()
  group by f.id
  order by app.fold(f.name), f.id
$function$;
CREATE OR REPLACE FUNCTION public.my_images(search text DEFAULT NULL::text, mode text DEFAULT NULL::text, format text DEFAULT NULL::text, engine text DEFAULT NULL::text, made_from timestamp with time zone DEFAULT NULL::timestamp with time zone, made_before timestamp with time zone DEFAULT NULL::timestamp with time zone, is_published boolean DEFAULT NULL::boolean, min_stars integer DEFAULT NULL::integer, before uuid DEFAULT NULL::uuid, page_size integer DEFAULT 60, folder uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, generation_id uuid, url text, width integer, height integer, thumbhash text, seed bigint, stars smallint, created_at timestamp with time zone, prompt text, mode text, engine text, post_id uuid, folder_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select gi.id, gi.generation_id, gi.url, gi.width, gi.height, gi.thumbhash, gi.seed, gi.stars, gi.created_at, g.prompt, g.mode,
    coalesce(g.metadata ->> 'label', g.engine), post.id, gi.folder_id
  from public.generation_images gi
  join public.generations g on g.id = gi.generation_id
  left join lateral (
    select p.id from public.feed_posts p where p.image_id = gi.id and p.creator_id = auth.uid() order by p.id desc limit 1
  ) as post on true
  where gi.user_id = auth.uid() and gi.deleted_at is null
    and (my_images.before is null or gi.id < my_images.before)
    and (my_images.folder is null or gi.folder_id = my_images.folder)
    and (my_images.mode is null or g.mode = my_images.mode)
    and (my_images.engine is null or g.engine = my_images.engine)
    and (my_images.made_from is null or gi.created_at >= my_images.made_from)
    and (my_images.made_before is null or gi.created_at < my_images.made_before)
    and (my_images.min_stars is null or gi.stars >= my_images.min_stars)
    and (my_images.is_published is null or (post.id is not null) = my_images.is_published)
    and (my_images.format is null or my_images.format
      = case when gi.width > gi.height then 'landscape' when gi.width < gi.height then 'portrait' else 'square' end)
    and (my_images.search is null or not exists (
      select from regexp_split_to_table(btrim(app.fold(left(my_images.search, 200))), '\s+') as word
      where strpos(app.fold(g.prompt), word) = 0))
  order by gi.id desc
  limit least(greatest(my_images.page_size, 1), 100)
$function$;
CREATE OR REPLACE FUNCTION public.put_images_in_folder(ids uuid[], folder uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(ids) > 500 then
    raise exception 'At most 500 images at once' using errcode = 'PT413', hint = 'too_many';
  end if;
  if folder is not null and not exists (select from public.image_folders f where f.id = folder and f.user_id = auth.uid()) then
    raise exception 'There is no such folder' using errcode = 'PT404', hint = 'folder_not_found';
  end if;
  return query
  update public.generation_images gi set folder_id = put_images_in_folder.folder
  where gi.id = any (put_images_in_folder.ids) and gi.user_id = auth.uid() and gi.deleted_at is null
  returning gi.id;
end
$function$;
CREATE OR REPLACE FUNCTION public.search_posts_by_look(colours text, weights text DEFAULT NULL::text, max_results integer DEFAULT 30)
 RETURNS SETOF public.feed_posts
 LANGUAGE plpgsql
 STABLE ROWS 30
 SET search_path TO ''
AS $function$
begin
  if char_length(colours) <> 384 or char_length(weights) <> 128 or colours || coalesce(weights, '') ~ '[^0-9a-f]' then
    raise exception 'colours: 64 colours in hexadecimal; weights: 64 bytes' using errcode = 'PT400', hint = 'bad_request';
  end if;
  return query
  select p.*
  from app.near_by_look(decode(colours, 'hex'), decode(coalesce(weights, repeat('ff', 64)), 'hex')) as near
  join public.feed_posts p on p.id = near.post_id
  where p.creator_id <> all ((select app.muted_people('feed'))::uuid[])
    and p.id <> all ((select app.my_hides())::uuid[])
  order by near.distance, p.id
  limit least(greatest(max_results, 1), 60);
end
$function$;

create policy "people delete their folders" on public.image_folders for delete to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people read their folders" on public.image_folders for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people rename their folders" on public.image_folders for update to authenticated using ((user_id = ( SELECT auth.uid() AS uid))) with check ((user_id = ( SELECT auth.uid() AS uid)));

revoke all on function app.colours_apart(bytea,bytea,bytea) from public, anon, authenticated, service_role;
revoke all on function app.near_by_look(bytea,bytea) from public, anon, authenticated, service_role;
grant execute on function app.near_by_look(bytea,bytea) to authenticated;
grant execute on function app.near_by_look(bytea,bytea) to service_role;
revoke all on function public.make_image_folder(text) from public, anon, authenticated, service_role;
grant execute on function public.make_image_folder(text) to authenticated;
grant execute on function public.make_image_folder(text) to service_role;
revoke all on function public.my_image_folders() from public, anon, authenticated, service_role;
grant execute on function public.my_image_folders() to authenticated;
grant execute on function public.my_image_folders() to service_role;
revoke all on function public.my_images(text,text,text,text,timestamp with time zone,timestamp with time zone,boolean,integer,uuid,integer,uuid) from public, anon, authenticated, service_role;
grant execute on function public.my_images(text,text,text,text,timestamp with time zone,timestamp with time zone,boolean,integer,uuid,integer,uuid) to authenticated;
grant execute on function public.my_images(text,text,text,text,timestamp with time zone,timestamp with time zone,boolean,integer,uuid,integer,uuid) to service_role;
revoke all on function public.put_images_in_folder(uuid[],uuid) from public, anon, authenticated, service_role;
grant execute on function public.put_images_in_folder(uuid[],uuid) to authenticated;
grant execute on function public.put_images_in_folder(uuid[],uuid) to service_role;
revoke all on function public.search_posts_by_look(text,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.search_posts_by_look(text,text,integer) to authenticated;
grant execute on function public.search_posts_by_look(text,text,integer) to service_role;
revoke all on table public.image_folders from public, anon, authenticated, service_role;
grant delete, select on table public.image_folders to authenticated;
grant update (name) on table public.image_folders to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.image_folders to service_role;

comment on column public.generation_images.folder_id is 'One of its owner''s; null where it is in none.';
comment on function app.colours_apart(bytea,bytea,bytea) is 'How far two pictures are apart on average, 0 to 255, in the fields that count; null where none does.';
comment on function app.near_by_look(bytea,bytea) is 'Of the newest three thousand public publications; what differs by a quarter of the scale is not near.';
comment on function public.make_image_folder(text) is 'A new folder of one''s own, a hundred at most; a name is given once.';
comment on function public.my_image_folders() is 'One''s own folders by name, with how many pictures each holds.';
comment on function public.my_images(text,text,text,text,timestamp with time zone,timestamp with time zone,boolean,integer,uuid,integer,uuid) is 'One''s own pictures, newest first; the last id is the cursor of the next page. Every word of the search is somewhere in the prompt, whatever its accents; format is square, portrait or landscape.';
comment on function public.put_images_in_folder(uuid[],uuid) is 'Puts one''s own pictures into one of one''s own folders, or with null out of any; others'' are passed over in silence.';
comment on function public.search_posts_by_look(text,text,integer) is 'Public ones that look like a picture or a drawing, nearest first: 8 by 8 fields of red, green and blue row by row, and how much each field counts. The picture itself is not sent.';
comment on table public.image_folders is 'Where people put their own pictures; a picture is in one at most.';
