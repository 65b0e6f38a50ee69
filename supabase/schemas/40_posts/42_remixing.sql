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

create function app.source_among_references(p_generation uuid, p_user uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select p.id
  from public.generation_references r
  join public.generation_images gi on gi.bucket = r.bucket and gi.path = r.path and gi.user_id <> p_user
  join public.feed_posts p on p.image_id = gi.id and app.sees_post(p_user, p.id, false)
  where r.generation_id = p_generation
  order by bool_or(p.remix_allowed) over (partition by gi.id), r.position, p.remix_allowed desc, p.id
  limit 1
$$;
comment on function app.source_among_references(uuid, uuid) is
  'The publication of somebody else whose picture serves as a reference; one that may not be remixed comes first, and counts as such where none of its picture may be.';

create function app.check_remix() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  named uuid := (select g.parent_post_id from public.generations g where g.id = new.generation_id);
  referenced uuid := app.source_among_references(new.generation_id, new.user_id);
  source uuid;
begin
  foreach source in array array_remove(array[named, referenced], null) loop
    if not app.may_remix(new.user_id, source) then
      if app.sees_post(new.user_id, source, false) then
        raise exception 'The author does not allow this image to be remixed' using errcode = 'PT403', hint = 'remix_not_allowed';
      end if;
      raise exception 'There is no such publication to remix' using errcode = 'PT404', hint = 'remix_source_gone';
    end if;
  end loop;
  if named is null and referenced is not null then
    update public.generations g set parent_post_id = referenced where g.id = new.generation_id;
  end if;
  return new;
end
$$;
comment on function app.check_remix() is
  'An order is a job only where what it remixes is there and may be remixed: PT404 remix_source_gone, PT403 remix_not_allowed. Whoever works from a published picture of somebody else and does not say so is recorded as its remixer all the same.';

revoke execute on function
  app.may_remix(uuid, uuid), app.source_among_references(uuid, uuid), app.check_remix() from public;
