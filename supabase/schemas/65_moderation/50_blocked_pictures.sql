-- What the staff removed does not come back under another name: neither is the picture published again, nor does the
-- same file, uploaded by anybody, serve as a reference. It lasts as long as the decision.

create table app.blocked_files (
  action_id uuid not null references public.moderation_actions (id) on delete cascade,
  etag text not null,
  size bigint not null,
  primary key (etag, size, action_id)
);
comment on table app.blocked_files is
  'Files of removed publications by their contents: the entity tag that storage gives whatever has the same bytes, and their number.';
create index blocked_files_of_action on app.blocked_files (action_id);

alter table app.blocked_files enable row level security;

create function app.block_picture() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into app.blocked_files (action_id, etag, size)
  select new.id, file.metadata ->> 'eTag', (file.metadata ->> 'size')::bigint
  from public.feed_posts p
  join public.generation_images gi on gi.id = any (app.shown_images(p))
  join storage.objects file on file.bucket_id = gi.bucket and file.name = gi.path
  where p.id = new.target_id and file.metadata ->> 'eTag' is not null and file.metadata ->> 'size' is not null
  on conflict do nothing;
  return null;
end
$$;
comment on function app.block_picture() is 'Remembers the files of a publication that the staff removes.';

create trigger block_picture after insert on public.moderation_actions
  for each row when (new.target_type = 'post' and new.action = 'remove') execute function app.block_picture();

create function app.is_blocked_file(p_bucket text, p_path text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from storage.objects file
    join app.blocked_files b on b.etag = file.metadata ->> 'eTag' and b.size = (file.metadata ->> 'size')::bigint
    join public.moderation_actions a on a.id = b.action_id and a.ended_at is null
    where file.bucket_id = p_bucket and file.name = p_path)
$$;
comment on function app.is_blocked_file(text, text) is 'Whether a file is, byte for byte, one that the staff removed.';

create function app.in_any_size(p_images uuid[]) returns setof uuid
language sql stable
set search_path = ''
as $$
  with recursive same as (
    select image.id from unnest(p_images) as image (id)
    union
    select next.id
    from same
    join public.generation_images gi on gi.id = same.id
    cross join lateral (
      select smaller.id
      from public.generation_references r
      join public.generation_images smaller on smaller.bucket = r.bucket and smaller.path = r.path
      where r.generation_id = gi.generation_id and r.used_as = 'upscale'
      union all
      select larger.id
      from public.generation_references r
      join public.generation_images larger on larger.generation_id = r.generation_id
      where r.bucket = gi.bucket and r.path = gi.path and r.used_as = 'upscale'
    ) as next
  )
  select same.id from same
$$;
comment on function app.in_any_size(uuid[]) is
  'Pictures, what they were made larger from, and their larger copies, whoever has them.';

create function app.refuse_blocked_picture() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  shown constant uuid[] := array(select app.in_any_size(app.shown_images(new)));
begin
  if exists (
    select from public.feed_posts p
    join public.moderation_actions a
      on a.target_type = 'post' and a.target_id = p.id and a.action = 'remove' and a.ended_at is null
    join unnest(shown) as image (id) on p.image_id = image.id or p.more_images @> app.marked_image(image.id)
    where p.id <> new.id)
    or (select bool_or(app.is_blocked_file(gi.bucket, gi.path)) from public.generation_images gi where gi.id = any (shown)) then
    raise exception 'This picture was removed' using errcode = 'PT403', hint = 'picture_removed';
  end if;
  return new;
end
$$;
comment on function app.refuse_blocked_picture() is 'PT403 picture_removed: what the staff removed is not published again, in whatever size.';

create function app.refuse_blocked_reference() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if app.is_blocked_file(new.bucket, new.path) then
    raise exception 'This picture was removed' using errcode = 'PT403', hint = 'reference_blocked';
  end if;
  return new;
end
$$;
comment on function app.refuse_blocked_reference() is
  'PT403 reference_blocked: what the staff removed gives no picture its subject or style.';

revoke execute on function
  app.block_picture(), app.is_blocked_file(text, text), app.in_any_size(uuid[]), app.refuse_blocked_picture(), app.refuse_blocked_reference()
from public;
