-- What a publication was painted by, where its words are in a language that the engine does not read.

create function app.translation_of(p_post uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('text', g.translation, 'from', g.translated_from)
  from public.feed_posts p
  join public.generation_images i on i.id = p.image_id
  join public.generations g on g.id = i.generation_id
  where p.id = p_post and p.prompt_visible and btrim(p.prompt) = btrim(g.prompt) and g.translation is not null
$$;
comment on function app.translation_of(uuid) is
  'Nothing where the prompt of the publication is hidden, or is no longer the one that was translated.';

create function app.translation_behind(p_post uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$ select app.translation_of(p_post) where app.can_see_post(p_post) $$;
comment on function app.translation_behind(uuid) is
  'As words of the publication itself: nothing where who asks does not see it.';

create function public.prompt_translation(post public.feed_posts) returns jsonb
language sql stable
as $$ select app.translation_behind(post.id) $$;
comment on function public.prompt_translation(public.feed_posts) is
  'Computed column: {text, from}, the prompt in the language that the picture was painted by; null where it was painted by the prompt itself.';

revoke execute on function
  app.translation_of(uuid), app.translation_behind(uuid), public.prompt_translation(public.feed_posts) from public;
grant execute on function app.translation_behind(uuid) to anon, authenticated;
grant execute on function public.prompt_translation(public.feed_posts) to anon, authenticated;
