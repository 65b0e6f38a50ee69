-- What a step starts from: words and pictures of the form and of the steps before it.

create function app.known_image(p_image jsonb, p_user uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  url constant text := case jsonb_typeof(p_image) when 'string' then p_image #>> '{}' else p_image ->> 'url' end;
  location constant text[] := regexp_match(url, '/public/([^/?#]+)/([^?#]+)');
  own public.generation_images;
begin
  if jsonb_typeof(p_image) = 'object' and p_image ->> 'id' is not null then
    return p_image;
  end if;
  select * into own from public.generation_images i
  where i.bucket = location[1] and i.path = location[2] and i.user_id = p_user
  limit 1;
  return jsonb_build_object(
    'id', own.id, 'url', coalesce(own.url, url), 'width', own.width, 'height', own.height, 'thumbhash', own.thumbhash)
    || jsonb_strip_nulls(jsonb_build_object('shows', case when jsonb_typeof(p_image) = 'object' then p_image -> 'shows' end));
end
$$;
comment on function app.known_image(jsonb, uuid) is 'A picture by its address, with its size where it is a creation of this person, and who is in it where that was said.';

create function app.as_images(p_value jsonb, p_user uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(app.known_image(image, p_user) order by n), '[]')
  from jsonb_array_elements(case jsonb_typeof(p_value)
    when 'array' then p_value
    when 'string' then jsonb_build_array(p_value)
    when 'object' then jsonb_build_array(p_value)
    else '[]'
  end) with ordinality as given (image, n)
$$;
comment on function app.as_images(jsonb, uuid) is 'One picture, several or none, as a list.';

create function app.post_of_image(p_image jsonb, p_user uuid) returns uuid
language sql stable
set search_path = ''
as $$
  select p.id
  from regexp_match(p_image ->> 'url', '/public/([^/?#]+)/([^?#]+)') as location
  join public.generation_images i on i.bucket = location[1] and i.path = location[2]
  join public.feed_posts p on p.image_url = i.url
  where app.sees_post(p_user, p.id, false)
  order by p.creator_id = p_user desc, p.id
  limit 1
$$;
comment on function app.post_of_image(jsonb, uuid) is 'The publication that a picture is from, as far as this person may know.';

create function app.fill_text(p_text text, p_values jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select btrim(regexp_replace(regexp_replace(string_agg(
    case when part[1] ~ '^\{.*\}$' then coalesce(p_values ->> substring(part[1] from 2 for length(part[1]) - 2), '')
    else part[1] end, '' order by n), '\s*,(\s*,)+', ',', 'g'), '[ \t]{2,}', ' ', 'g'), ' ,')
  from regexp_matches(p_text, '([^{]+|\{[^{}]*\}|\{)', 'g') with ordinality as matches (part, n)
$$;
comment on function app.fill_text(text, jsonb) is
  'Affiche pour {titre} with its names filled in; what was left blank leaves no lonely comma behind.';

create function app.taken(p_run public.workflow_runs, p_source jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case
    when p_source ? 'input' then p_run.inputs -> (p_source ->> 'input')
    when p_source ? 'step' then
      (app.last_step(p_run.id, (p_source ->> 'step')::int)).output -> (p_source ->> 'field')
    else p_source -> 'value'
  end
$$;
comment on function app.taken(public.workflow_runs, jsonb) is 'What a source stands for in this run.';

create function app.step_input(p_run public.workflow_runs, p_index int) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  step constant jsonb := p_run.steps -> p_index;
  source record;
  value jsonb;
  texts jsonb := '{}';
  input jsonb := '{}';
begin
  for source in select t.key as name, t.value as place from jsonb_each(coalesce(step -> 'takes', '{}')) as t loop
    value := app.taken(p_run, source.place);
    if source.name in ('image', 'images') then
      value := app.as_images(value, p_run.user_id);
      input := input || jsonb_build_object('images', value);
      if source.name = 'image' then
        input := input || jsonb_build_object('image', value -> 0);
      end if;
    else
      texts := texts || jsonb_build_object(source.name, coalesce(value #>> '{}', ''));
      if source.name = 'prompt' and source.place ? 'step' then
        value := app.taken(p_run, source.place || '{"field": "negative_prompt"}');
        texts := texts || jsonb_strip_nulls(jsonb_build_object('negative_prompt', value));
      end if;
    end if;
  end loop;
  if step ->> 'kind' = 'remix' then
    input := input || jsonb_build_object('remix_of', app.post_of_image(input -> 'image', p_run.user_id));
  end if;
  return texts || input || coalesce((
    select jsonb_object_agg(s.key, case when jsonb_typeof(s.value) = 'string' and s.key in
        ('prompt', 'negative_prompt', 'title', 'description', 'hashtags')
      then to_jsonb(app.fill_text(s.value #>> '{}', p_run.inputs || texts)) else s.value end)
    from jsonb_each(step -> 'settings') as s
    where s.value <> 'null' and s.value <> '""'), '{}');
end
$$;
comment on function app.step_input(public.workflow_runs, int) is
  'All that a step works with: what it takes, its settings, and its texts with the names filled in.';

create function app.image_of(p_image public.generation_images) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_image.id, 'url', p_image.url, 'width', p_image.width, 'height', p_image.height, 'thumbhash', p_image.thumbhash)
$$;
comment on function app.image_of(public.generation_images) is 'A picture as steps hand it on.';

revoke execute on function
  app.known_image(jsonb, uuid), app.as_images(jsonb, uuid), app.post_of_image(jsonb, uuid),
  app.fill_text(text, jsonb), app.taken(public.workflow_runs, jsonb), app.step_input(public.workflow_runs, int),
  app.image_of(public.generation_images) from public;
