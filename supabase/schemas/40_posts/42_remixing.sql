-- Whether somebody may make a picture from a publication, decided when it is ordered. What exists is never rewritten.

create function app.may_remix(p_user uuid, p_post uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.feed_posts p
    where p.id = p_post and app.sees_post(p_user, p.id, false) and (p.creator_id = p_user or p.remix_allowed))
$$;
comment on function app.may_remix(uuid, uuid) is
  'One''s own publications always; those of others where one sees them and their author allows it.';

create function app.has_hidden_reference(p_generation uuid, p_user uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.generation_references r
    where r.generation_id = p_generation and not case r.bucket
      when 'generated-images' then exists (
        select from public.generation_images gi
        where gi.bucket = r.bucket and gi.path = r.path and (gi.user_id = p_user or exists (
          select from public.feed_posts p
          where (p.image_id = gi.id or p.more_images @> app.marked_image(gi.id)) and app.sees_post(p_user, p.id, false))))
      else split_part(r.path, '/', 1) = p_user::text
    end)
$$;
comment on function app.has_hidden_reference(uuid, uuid) is
  'Whether an order names, by its address, a picture of somebody else that no publication shows to this person, or a file that somebody else uploaded.';

create function app.foreign_references(p_generation uuid, p_user uuid)
returns table (place smallint, image_id uuid, is_copy boolean)
language sql stable
set search_path = ''
as $$
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
$$;
comment on function app.foreign_references(uuid, uuid) is
  'Pictures of other people among the references, by their address or as a copy that was uploaded. What looks like one''s own is one''s own.';

create function app.sources_among_references(p_generation uuid, p_user uuid)
returns table (place smallint, image_id uuid, post_id uuid, is_allowed boolean)
language sql stable
set search_path = ''
as $$
  select f.place, f.image_id,
    (array_agg(p.id order by p.remix_allowed desc, p.id) filter (where shown.is_seen))[1], bool_or(p.remix_allowed)
  from app.foreign_references(p_generation, p_user) f
  join public.feed_posts p on p.image_id = f.image_id or p.more_images @> app.marked_image(f.image_id)
  cross join lateral (select app.sees_post(p_user, p.id, false) as is_seen) as shown
  where shown.is_seen or f.is_copy and p.audience in ('public', 'followers', 'unlisted')
  group by f.place, f.image_id
$$;
comment on function app.sources_among_references(uuid, uuid) is
  'The publications whose pictures serve as references. A copy of one that this person does not see has no post_id, but its author''s word holds all the same.';

create function app.source_among_references(p_generation uuid, p_user uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select s.post_id
  from app.sources_among_references(p_generation, p_user) s
  where s.post_id is not null and s.is_allowed
  order by s.image_id = any ((
    select app.shown_images(p)
    from public.generations g join public.feed_posts p on p.id = g.parent_post_id
    where g.id = p_generation)::uuid[]) desc nulls last, s.place, s.post_id
  limit 1
$$;
comment on function app.source_among_references(uuid, uuid) is
  'The publication of somebody else that an order starts from: the one that it names where its picture is among the references, else that of the first of them.';

create function app.settle_sources(p_generation uuid, p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
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
      select from public.feed_posts n, public.feed_posts r
      where n.id = named and r.id = referenced and app.shown_images(n) && app.shown_images(r));
end
$$;
comment on function app.settle_sources(uuid, uuid) is
  'Whether the pictures and the publication that an order starts from may serve: PT404 reference_not_found or remix_source_gone, PT403 remix_not_allowed. Whoever works from a published picture of somebody else, or from a copy of it, and does not say so is recorded as its remixer all the same.';

create function app.check_remix() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform app.settle_sources(new.generation_id, new.user_id);
  return new;
end
$$;
comment on function app.check_remix() is 'An order is a job only where what it remixes is there and may be remixed.';

revoke execute on function
  app.may_remix(uuid, uuid), app.has_hidden_reference(uuid, uuid), app.foreign_references(uuid, uuid),
  app.sources_among_references(uuid, uuid), app.source_among_references(uuid, uuid), app.settle_sources(uuid, uuid),
  app.check_remix() from public;
