create function public.remixed_creator(post public.feed_posts) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'username', c.username, 'display_name', c.display_name)
  from public.feed_posts source
  join public.profiles c on c.id = source.creator_id
  where source.id = post.remix_of
$$;
comment on function public.remixed_creator(public.feed_posts) is
  'Computed column: who made the publication that this one remixes; null where it remixes none, or none that one sees.';
