-- What all people together have ordered lately, for whoever bounds what their engines may cost.
create function public.images_ordered_since(p_since timestamptz) returns bigint
language sql stable security definer
set search_path = ''
as $$
  select coalesce(sum(g.n_images), 0)
  from public.generations g
  where g.id >= rpad(lpad(to_hex((extract(epoch from p_since) * 1000)::bigint), 12, '0'), 32, '0')::uuid
    and g.status not in ('blocked', 'canceled')
$$;
comment on function public.images_ordered_since(timestamptz) is
  'How many images everybody has ordered since then, except what was refused or canceled (THREATS F-13). Ids are in the order of time: only the rows of that time are read.';

revoke execute on function public.images_ordered_since(timestamptz) from public, anon, authenticated;
grant execute on function public.images_ordered_since(timestamptz) to service_role;
