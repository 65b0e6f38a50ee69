-- What pictures look like: who uploads a copy of a published one works from the publication, whatever file it comes in.

create table app.picture_likeness (
  image_id uuid primary key references public.generation_images (id) on delete cascade,
  hash bigint,
  colours bytea constraint picture_likeness_colours_check check (octet_length(colours) = 192),
  tries smallint not null default 0,
  constraint picture_likeness_whole_check check ((hash is null) = (colours is null))
);
comment on table app.picture_likeness is
  'How each picture looks, null until somebody has looked: 64 bits of brighter and darker, and the mean colours of 8 by 8 fields.';
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
comment on table app.reference_likeness is
  'How the files that people uploaded as references looked when they were ordered with; another file in their place is none of the order.';

alter table app.reference_likeness enable row level security;

create function app.await_likeness() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into app.picture_likeness (image_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
comment on function app.await_likeness() is 'Every new picture is to be looked at.';

create trigger await_likeness after insert on public.generation_images
  for each row execute function app.await_likeness();

create function public.record_likeness(p_image uuid, p_hash text, p_colours text) returns void
language sql security definer
set search_path = ''
as $$
  update app.picture_likeness l set hash = p_hash::bigint, colours = p_colours::bytea where l.image_id = p_image
$$;
comment on function public.record_likeness(uuid, text, text) is 'How a picture looks: a signed number, and bytes in hexadecimal.';

create function public.pictures_to_look_at(p_limit int) returns table (image_id uuid, bucket text, path text)
language sql security definer
set search_path = ''
as $$
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
$$;
comment on function public.pictures_to_look_at(int) is
  'Pictures that nobody has looked at yet, five times at most: what cannot be read then is no picture.';

create function app.colours_apart(p_one bytea, p_other bytea) returns int
language sql immutable parallel safe cost 5000
set search_path = ''
as $$ select sum(abs(get_byte(p_one, n) - get_byte(p_other, n)))::int from generate_series(0, 191) as n $$;
comment on function app.colours_apart(bytea, bytea) is 'How far the colours of two pictures are apart, all fields together.';

-- Measured on 576 pictures of the built-in engine (docs/decisions/0035): another encoding or size stays below both
-- bounds, another picture of the same words is above one of them.
create function app.pictures_like(p_hash bigint, p_colours bytea) returns setof uuid
language sql stable
set search_path = ''
as $$
  select l.image_id
  from app.picture_likeness l
  where (l.hash >> 48 = p_hash >> 48
      or (l.hash >> 32) & 65535 = (p_hash >> 32) & 65535
      or (l.hash >> 16) & 65535 = (p_hash >> 16) & 65535
      or l.hash & 65535 = p_hash & 65535)
    and bit_count((l.hash # p_hash)::bit(64)) <= 6
    and app.colours_apart(l.colours, p_colours) <= 288
$$;
comment on function app.pictures_like(bigint, bytea) is
  'Pictures of which a file is a copy: the same but for encoding and size. What was cropped, turned or coloured anew is another picture.';

revoke execute on function
  app.await_likeness(), app.colours_apart(bytea, bytea), app.pictures_like(bigint, bytea) from public;
revoke execute on function
  public.record_likeness(uuid, text, text), public.pictures_to_look_at(int) from public, anon, authenticated;
