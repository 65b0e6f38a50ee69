-- What pages say of themselves to those that do not run the app: what a visitor may see, whoever asks.

create function app.head_of_post(p_post uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  post public.feed_posts;
  author public.profiles;
begin
  select p.* into post from public.feed_posts p where p.id = p_post;
  if post.id is null then
    return jsonb_build_object('state', case
      when exists (select from app.post_lineage l where l.post_id = p_post) then 'gone' else 'missing' end);
  elsif post.status in ('deleted', 'removed') then
    return jsonb_build_object('state', case when post.visibility = 'private' then 'missing' else 'gone' end);
  elsif post.audience = 'followers' or post.audience in ('public', 'unlisted') and post.rating > 1 then
    return jsonb_build_object('state', 'restricted');
  elsif not app.sees_post(null, p_post) then
    return jsonb_build_object('state', 'missing');
  end if;
  select c.* into author from public.profiles c where c.id = post.creator_id;
  return jsonb_build_object(
    'state', 'here', 'title', post.title, 'description', post.description,
    'prompt', case when post.prompt_visible then post.prompt end,
    'alt_text', post.alt_text, 'created_at', post.created_at, 'edited_at', post.edited_at,
    'image', case when post.rating = 0 then
      jsonb_build_object('url', post.image_url, 'width', post.width, 'height', post.height) end,
    'is_indexed', post.audience = 'public' and post.status = 'published' and post.rating = 0 and not author.noindex,
    'may_train', app.lets_train(author.id),
    'creator', jsonb_build_object('id', author.id, 'username', author.username, 'display_name', author.display_name));
end
$$;

create function public.post_head(post_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$ select app.head_of_post(post_head.post_id) $$;
comment on function public.post_head(uuid) is
  '{state} of a publication for visitors: here, with what may be said of it (no picture of a sensitive one); restricted, gone or missing, with nothing else.';

create function app.head_of_profile(p_handle text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object(
      'state', 'here', 'id', p.id, 'username', p.username, 'display_name', p.display_name, 'avatar_url', p.avatar_url,
      'bio', case when not p.is_private then nullif(p.bio, '') end, 'is_indexed', not (p.noindex or p.is_private),
      'may_train', app.lets_train(p.id))
    from app.find_handle(p_handle) as found
    join public.profiles p on p.id = found.id
    where p.status = 'active'),
    jsonb_build_object('state', 'missing'))
$$;

create function public.profile_head(handle text) returns jsonb
language sql stable
set search_path = ''
as $$ select app.head_of_profile(profile_head.handle) $$;
comment on function public.profile_head(text) is
  'The same for the profile of a username, of one that was given up not long ago, or of an id.';

create function app.head_of_collection(p_collection uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object(
      'state', 'here', 'id', c.id, 'name', c.name, 'description', nullif(c.description, ''),
      'is_indexed', c.visibility = 'public' and not (p.noindex or p.is_private),
      'image', (
        select jsonb_build_object('url', f.image_url, 'width', f.width, 'height', f.height)
        from public.collection_items i join public.feed_posts f on f.id = i.post_id
        where i.collection_id = c.id and f.rating = 0 and app.sees_post(null, f.id)
        order by i.position, i.added_at desc, i.post_id desc
        limit 1),
      'owner', jsonb_build_object('id', p.id, 'username', p.username, 'display_name', p.display_name))
    from public.collections c join public.profiles p on p.id = c.owner_id
    where c.id = p_collection and c.deleted_at is null and c.visibility <> 'private' and p.status = 'active'),
    jsonb_build_object('state', 'missing'))
$$;

create function public.collection_head(collection_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$ select app.head_of_collection(collection_head.collection_id) $$;
comment on function public.collection_head(uuid) is
  '{state} of a collection for visitors: here, with its name and its first picture that everybody may see, or missing. An unlisted one is not for search engines.';

revoke execute on function app.head_of_post(uuid), app.head_of_profile(text), app.head_of_collection(uuid) from public;
revoke execute on function
  public.post_head(uuid), public.profile_head(text), public.collection_head(uuid) from public, anon, authenticated;
grant execute on function
  app.head_of_post(uuid), app.head_of_profile(text), app.head_of_collection(uuid) to anon, authenticated, service_role;
grant execute on function
  public.post_head(uuid), public.profile_head(text), public.collection_head(uuid) to anon, authenticated;
