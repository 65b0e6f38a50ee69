-- What the steps of a workflow must be, each by itself and one after the other, and what all of them cost.

create function app.workflow_kinds() returns jsonb
language sql immutable
set search_path = ''
as $$
  select '{
    "enhance": {"takes": ["prompt"], "needs": [], "gives": ["prompt"], "settings": ["prompt"]},
    "analyse": {"takes": ["image"], "needs": ["image"], "gives": ["description", "prompt"], "settings": []},
    "generate": {
      "takes": ["prompt", "description", "images"], "needs": [], "gives": ["images", "image", "prompt"],
      "settings": ["prompt", "negative_prompt", "width", "height", "count", "mode"]},
    "remix": {
      "takes": ["image", "prompt", "description"], "needs": ["image"], "gives": ["images", "image", "prompt"],
      "settings": ["prompt", "negative_prompt", "width", "height", "count", "mode", "influence"]},
    "upscale": {"takes": ["image"], "needs": ["image"], "gives": ["image", "images"], "settings": []},
    "choose": {"takes": ["images"], "needs": ["images"], "gives": ["image", "images"], "settings": []},
    "publish": {
      "takes": ["image", "prompt", "description"], "needs": ["image"], "gives": ["post_id"],
      "settings": ["visibility", "title", "description", "hashtags"]}
  }'::jsonb
$$;
comment on function app.workflow_kinds() is 'The kinds of steps: what each takes, needs and gives, and how it may be set.';

create function app.check_step_settings(p_step jsonb, p_field text) returns void
language plpgsql
set search_path = ''
as $$
declare
  given constant jsonb := coalesce(p_step -> 'settings', '{}');
  allowed constant text[] := array(
    select jsonb_array_elements_text(app.workflow_kinds() -> (p_step ->> 'kind') -> 'settings'));
  longest record;
begin
  perform app.check_keys(given, p_field, allowed);
  for longest in
    select * from (values
      ('prompt', 2000), ('negative_prompt', 2000), ('title', 120), ('description', 1000), ('hashtags', 500)) as t (name, most)
  loop
    perform app.check_text(given -> longest.name, p_field || '.' || longest.name, 0, longest.most);
  end loop;
  perform app.check_number(given -> 'width', p_field || '.width', '[256,2048]', true);
  perform app.check_number(given -> 'height', p_field || '.height', '[256,2048]', true);
  perform app.check_number(given -> 'count', p_field || '.count', '[1,4]', true);
  perform app.check_number(given -> 'influence', p_field || '.influence', '[0,1]', false);
  perform app.check_one_of(given -> 'mode', p_field || '.mode', '{normal,enhanced,cortexia}');
  perform app.check_one_of(given -> 'visibility', p_field || '.visibility', '{public,followers,unlisted,private}');
end
$$;
comment on function app.check_step_settings(jsonb, text) is 'How a step is set, by its kind.';

create function app.check_source(p_workflow jsonb, p_place int, p_name text) returns void
language plpgsql
set search_path = ''
as $$
declare
  source constant jsonb := p_workflow #> array['steps', p_place::text, 'takes', p_name];
  at constant text := format('steps.%s.takes.%s', p_place, p_name);
  wants_image constant boolean := p_name in ('image', 'images');
  is_image boolean;
  giver text;
begin
  perform app.check_keys(source, at, case
    when source ? 'input' then '{input}'::text[]
    when source ? 'step' then '{step,field}'
    else '{value}'
  end);
  if source ? 'input' then
    select input ->> 'kind' = 'image' into is_image
    from jsonb_array_elements(p_workflow -> 'inputs') as input where input -> 'name' = source -> 'input';
    if not found then
      perform app.refuse_workflow(at || '.input', 'is no field of the form');
    end if;
  elsif source ? 'step' then
    perform app.check_number(source -> 'step', at || '.step', '[0,19]', true);
    if (source -> 'step')::int >= p_place then
      perform app.refuse_workflow(at || '.step', 'is no earlier step');
    end if;
    giver := p_workflow #>> array['steps', source ->> 'step', 'kind'];
    if not coalesce(app.workflow_kinds() -> giver -> 'gives' @> (source -> 'field'), false) then
      perform app.refuse_workflow(at || '.field', 'is nothing that this step gives');
    end if;
    is_image := source ->> 'field' in ('image', 'images');
  else
    if jsonb_typeof(source -> 'value') = 'array' and wants_image then
      perform app.check_list(source -> 'value', at || '.value', 1, 4);
    else
      perform app.check_text(source -> 'value', at || '.value', 1, 2048);
    end if;
    is_image := wants_image;
  end if;
  if is_image <> wants_image then
    perform app.refuse_workflow(at, 'is of another kind');
  end if;
end
$$;
comment on function app.check_source(jsonb, int, text) is 'Where a step takes one thing from: the form, an earlier step, or a fixed value.';

create function app.names_in(p_text text) returns setof text
language sql immutable
set search_path = ''
as $$
  select part[1] from regexp_matches(p_text, '\{([^{}]*)\}', 'g') as part
$$;
comment on function app.names_in(text) is 'The names in a text such as Affiche pour {titre}.';

create function app.check_step_names(p_workflow jsonb, p_place int) returns void
language plpgsql
set search_path = ''
as $$
declare
  step constant jsonb := p_workflow -> 'steps' -> p_place;
  wrong record;
begin
  select setting.key as setting, name into wrong
  from jsonb_each(coalesce(step -> 'settings', '{}')) as setting, app.names_in(setting.value #>> '{}') as name
  where jsonb_typeof(setting.value) = 'string'
    and not (name in ('prompt', 'description') and coalesce(step -> 'takes', '{}') ? name)
    and not exists (
      select from jsonb_array_elements(p_workflow -> 'inputs') as input
      where input ->> 'name' = name and input ->> 'kind' <> 'image')
  limit 1;
  if found then
    perform app.refuse_workflow(
      format('steps.%s.settings.%s', p_place, wrong.setting), format('nothing is called {%s}', wrong.name));
  end if;
end
$$;
comment on function app.check_step_names(jsonb, int) is 'Every name in a text is an input of the form, or a text that the step takes.';

create function app.check_workflow_step(p_workflow jsonb, p_place int) returns void
language plpgsql
set search_path = ''
as $$
declare
  step constant jsonb := p_workflow -> 'steps' -> p_place;
  at constant text := 'steps.' || p_place;
  takes jsonb;
  rules jsonb;
  name text;
begin
  perform app.check_keys(step, at, '{kind,title,title_en,settings,takes}');
  rules := app.workflow_kinds() -> (step ->> 'kind');
  if rules is null then
    perform app.refuse_workflow(at || '.kind', 'is no kind of step');
  end if;
  perform app.check_text(step -> 'title', at || '.title', 1, 80);
  perform app.check_text(step -> 'title_en', at || '.title_en', 0, 80);
  perform app.check_step_settings(step, at || '.settings');
  takes := coalesce(step -> 'takes', '{}');
  perform app.check_keys(takes, at || '.takes', array(select jsonb_array_elements_text(rules -> 'takes')));
  for name in select jsonb_object_keys(takes) loop
    perform app.check_source(p_workflow, p_place, name);
  end loop;
  for name in select jsonb_array_elements_text(rules -> 'needs') loop
    if not takes ? name then
      perform app.refuse_workflow(format('%s.takes.%s', at, name), 'is needed');
    end if;
  end loop;
  if step ->> 'kind' in ('enhance', 'generate', 'remix') and not takes ? 'prompt'
    and btrim(coalesce(step #>> '{settings,prompt}', '')) = '' then
    perform app.refuse_workflow(at || '.settings.prompt', 'is needed');
  end if;
  perform app.check_step_names(p_workflow, p_place);
end
$$;
comment on function app.check_workflow_step(jsonb, int) is 'One step, in its place among the others.';

create function app.check_workflow(p_workflow jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform app.check_keys(p_workflow, 'workflow', '{id,title,summary,goal,visibility,cover_url,fee_credits,steps,inputs}');
  perform app.check_text(p_workflow -> 'title', 'title', 1, 120);
  perform app.check_text(p_workflow -> 'summary', 'summary', 0, 1000);
  perform app.check_one_of(nullif(p_workflow -> 'goal', 'null'), 'goal',
    '{affiche,motif,portrait,produit,bd,carte,banniere,logo,retouche}');
  perform app.check_one_of(p_workflow -> 'visibility', 'visibility', '{private,unlisted,public}');
  perform app.check_text(p_workflow -> 'cover_url', 'cover_url', 0, 2048);
  perform app.check_number(p_workflow -> 'fee_credits', 'fee_credits', '[0,5]', true);
  perform app.check_list(p_workflow -> 'steps', 'steps', 1, 20);
  perform app.check_list(coalesce(p_workflow -> 'inputs', '[]'), 'inputs', 0, 12);
  for place in 0 .. jsonb_array_length(coalesce(p_workflow -> 'inputs', '[]')) - 1 loop
    perform app.check_workflow_input(p_workflow -> 'inputs', place);
  end loop;
  for place in 0 .. jsonb_array_length(p_workflow -> 'steps') - 1 loop
    perform app.check_workflow_step(p_workflow || jsonb_build_object('inputs', coalesce(p_workflow -> 'inputs', '[]')), place);
  end loop;
end
$$;
comment on function app.check_workflow(jsonb) is 'PT422 invalid_workflow, with the path of the first thing that is wrong as detail.';

create function app.price_of_steps(p_steps jsonb) returns int
language sql stable
set search_path = ''
as $$
  select coalesce(sum(app.price_of('generation') * coalesce((step #>> '{settings,count}')::int, 1)), 0)::int
  from jsonb_array_elements(p_steps) as step
  where step ->> 'kind' in ('generate', 'remix')
$$;
comment on function app.price_of_steps(jsonb) is 'What these steps would cost together, in credits.';

revoke execute on function
  app.workflow_kinds(), app.check_step_settings(jsonb, text), app.check_source(jsonb, int, text),
  app.names_in(text), app.check_step_names(jsonb, int), app.check_workflow_step(jsonb, int),
  app.check_workflow(jsonb), app.price_of_steps(jsonb) from public;
