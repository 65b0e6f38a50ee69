-- Publications by how they look: the colours of a picture or a drawing, field by field, nearest first.

create function app.colours_apart(p_one bytea, p_other bytea, p_weights bytea) returns double precision
language sql immutable parallel safe cost 5000
set search_path = ''
as $$
  select sum(abs(get_byte(p_one, n) - get_byte(p_other, n)) * get_byte(p_weights, n / 3))::double precision
    / (3 * nullif((select sum(get_byte(p_weights, f)) from generate_series(0, 63) as f), 0))
  from generate_series(0, 191) as n
$$;
comment on function app.colours_apart(bytea, bytea, bytea) is
  'How far two pictures are apart on average, 0 to 255, in the fields that count; null where none does.';

create function app.near_by_look(p_colours bytea, p_weights bytea) returns table (post_id uuid, distance double precision)
language sql stable security definer rows 100
set search_path = ''
as $$
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
$$;
comment on function app.near_by_look(bytea, bytea) is
  'Of the newest three thousand public publications; what differs by a quarter of the scale is not near.';

create function public.search_posts_by_look(colours text, weights text default null, max_results int default 30)
returns setof public.feed_posts
language plpgsql stable rows 30
set search_path = ''
as $$
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
$$;
comment on function public.search_posts_by_look(text, text, int) is
  'Public ones that look like a picture or a drawing, nearest first: 8 by 8 fields of red, green and blue row by row, and how much each field counts. The picture itself is not sent.';

revoke execute on function app.colours_apart(bytea, bytea, bytea), app.near_by_look(bytea, bytea) from public;
revoke execute on function public.search_posts_by_look(text, text, int) from public, anon, authenticated;
grant execute on function app.near_by_look(bytea, bytea) to authenticated, service_role;
grant execute on function public.search_posts_by_look(text, text, int) to authenticated;
