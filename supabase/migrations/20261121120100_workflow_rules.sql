-- What a workflow must be. The same rules as in the contract's findWorkflowProblem: an editor shows them, this enforces them.
create function app.refuse_workflow(p_field text, p_why text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception '%: %', p_field, p_why using errcode = 'PT422', hint = 'invalid_workflow', detail = p_field;
end
$$;
comment on function app.refuse_workflow(text, text) is 'PT422 with the path of what is wrong as detail.';

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

create function app.check_keys(p_object jsonb, p_field text, p_allowed text[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  unknown text;
begin
  if jsonb_typeof(p_object) is distinct from 'object' then
    perform app.refuse_workflow(p_field, 'is no object');
  end if;
  select key into unknown from jsonb_object_keys(p_object) as key where key <> all (p_allowed) limit 1;
  if found then
    perform app.refuse_workflow(concat_ws('.', nullif(p_field, 'workflow'), unknown), 'is unknown');
  end if;
end
$$;
comment on function app.check_keys(jsonb, text, text[]) is 'It is an object, and has no other fields than these.';

create function app.check_text(p_value jsonb, p_field text, p_min int, p_max int) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_min = 0 and (p_value is null or p_value = 'null') then
    return;
  end if;
  if jsonb_typeof(p_value) is distinct from 'string'
    or char_length(btrim(p_value #>> '{}')) < p_min or char_length(p_value #>> '{}') > p_max then
    perform app.refuse_workflow(p_field, format('is no text of %s to %s characters', p_min, p_max));
  end if;
end
$$;
comment on function app.check_text(jsonb, text, int, int) is 'It is a text of this length; where none is needed, it may be absent.';

create function app.check_number(p_value jsonb, p_field text, p_range numrange, p_is_whole boolean) returns void
language plpgsql
set search_path = ''
as $$
declare
  given numeric;
begin
  if p_value is null then
    return;
  end if;
  if jsonb_typeof(p_value) = 'number' then
    given := p_value::numeric;
  end if;
  if given is null or not p_range @> given or p_is_whole and given <> trunc(given) then
    perform app.refuse_workflow(p_field, format('is no number within %s', p_range));
  end if;
end
$$;
comment on function app.check_number(jsonb, text, numrange, boolean) is 'It is absent, or a number in this range.';

create function app.check_one_of(p_value jsonb, p_field text, p_allowed text[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_value is not null and (jsonb_typeof(p_value) <> 'string' or p_value #>> '{}' <> all (p_allowed)) then
    perform app.refuse_workflow(p_field, 'is none of ' || array_to_string(p_allowed, ', '));
  end if;
end
$$;
comment on function app.check_one_of(jsonb, text, text[]) is 'It is absent, or one of these texts.';

create function app.check_list(p_value jsonb, p_field text, p_min int, p_max int) returns void
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) is distinct from 'array' or jsonb_array_length(p_value) not between p_min and p_max then
    perform app.refuse_workflow(p_field, format('is no list of %s to %s', p_min, p_max));
  end if;
end
$$;
comment on function app.check_list(jsonb, text, int, int) is 'It is a list of so many.';

create function app.check_default(p_input jsonb, p_field text) returns void
language plpgsql
set search_path = ''
as $$
declare
  usual constant jsonb := p_input -> 'default';
  kind constant text := p_input ->> 'kind';
  is_fit boolean;
begin
  if usual is null or usual = 'null' then
    return;
  end if;
  is_fit := case kind
    when 'number' then jsonb_typeof(usual) = 'number'
    when 'image' then jsonb_typeof(usual) in ('string', 'array')
    when 'choice' then exists (select from jsonb_array_elements(p_input -> 'options') o where o -> 'value' = usual)
    else jsonb_typeof(usual) = 'string'
  end;
  if not is_fit then
    perform app.refuse_workflow(p_field, 'is no value of this field');
  end if;
end
$$;
comment on function app.check_default(jsonb, text) is 'What an input is at first could also be given.';

create function app.check_workflow_input(p_inputs jsonb, p_place int) returns void
language plpgsql
set search_path = ''
as $$
declare
  field constant jsonb := p_inputs -> p_place;
  at constant text := 'inputs.' || p_place;
  choice record;
begin
  perform app.check_keys(
    field, at, '{name,label,label_en,kind,required,default,options,max,min}');
  if jsonb_typeof(field -> 'name') is distinct from 'string' or field ->> 'name' !~ '^[a-z][a-z0-9_]{0,39}$' then
    perform app.refuse_workflow(at || '.name', 'begins with a letter, and has letters, digits and _ only');
  end if;
  if exists (
    select from jsonb_array_elements(p_inputs) with ordinality as other (input, n)
    where other.n <= p_place and other.input -> 'name' = field -> 'name') then
    perform app.refuse_workflow(at || '.name', 'is there already');
  end if;
  perform app.check_text(field -> 'label', at || '.label', 1, 120);
  perform app.check_text(field -> 'label_en', at || '.label_en', 0, 120);
  perform app.check_one_of(coalesce(field -> 'kind', 'null'), at || '.kind', '{text,long_text,image,choice,number}');
  perform app.check_number(field -> 'max', at || '.max', '[1,1000000]', true);
  perform app.check_number(field -> 'min', at || '.min', '[-1000000,1000000]', true);
  if field ? 'required' and jsonb_typeof(field -> 'required') <> 'boolean' then
    perform app.refuse_workflow(at || '.required', 'is true or false');
  end if;
  if field ? 'options' or field ->> 'kind' = 'choice' then
    perform app.check_list(field -> 'options', at || '.options', 1, 30);
    for choice in select o.value, o.n - 1 as n from jsonb_array_elements(field -> 'options') with ordinality as o (value, n) loop
      perform app.check_keys(choice.value, format('%s.options.%s', at, choice.n), '{value,label,label_en}');
      perform app.check_text(choice.value -> 'value', format('%s.options.%s.value', at, choice.n), 1, 300);
      perform app.check_text(choice.value -> 'label', format('%s.options.%s.label', at, choice.n), 1, 120);
      perform app.check_text(choice.value -> 'label_en', format('%s.options.%s.label_en', at, choice.n), 0, 120);
    end loop;
  end if;
  perform app.check_default(field, at || '.default');
end
$$;
comment on function app.check_workflow_input(jsonb, int) is 'One field of the form.';

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
  perform app.check_keys(p_workflow, 'workflow', '{id,title,summary,goal,visibility,cover_url,steps,inputs}');
  perform app.check_text(p_workflow -> 'title', 'title', 1, 120);
  perform app.check_text(p_workflow -> 'summary', 'summary', 0, 1000);
  perform app.check_one_of(nullif(p_workflow -> 'goal', 'null'), 'goal',
    '{affiche,motif,portrait,produit,bd,carte,banniere,logo,retouche}');
  perform app.check_one_of(p_workflow -> 'visibility', 'visibility', '{private,unlisted,public}');
  perform app.check_text(p_workflow -> 'cover_url', 'cover_url', 0, 2048);
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
  app.refuse_workflow(text, text),
  app.workflow_kinds(),
  app.check_keys(jsonb, text, text[]),
  app.check_text(jsonb, text, int, int),
  app.check_number(jsonb, text, numrange, boolean),
  app.check_one_of(jsonb, text, text[]),
  app.check_list(jsonb, text, int, int),
  app.check_default(jsonb, text),
  app.check_workflow_input(jsonb, int),
  app.check_step_settings(jsonb, text),
  app.check_source(jsonb, int, text),
  app.names_in(text),
  app.check_step_names(jsonb, int),
  app.check_workflow_step(jsonb, int),
  app.check_workflow(jsonb),
  app.price_of_steps(jsonb)
from public, anon, authenticated;
