-- What a form may be filled with.

create function app.refuse_input(p_name text, p_why text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'inputs.%: %', p_name, p_why using errcode = 'PT422', hint = 'invalid_inputs', detail = 'inputs.' || p_name;
end
$$;
comment on function app.refuse_input(text, text) is 'PT422 with the field of the form as detail.';

create function app.check_input_text(p_input jsonb, p_value jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  most constant int := least(coalesce((p_input ->> 'max')::int, 1000), 1000);
begin
  if jsonb_typeof(p_value) <> 'string' or char_length(p_value #>> '{}') > most then
    perform app.refuse_input(p_input ->> 'name', format('is no text of at most %s characters', most));
  end if;
  if p_input ->> 'kind' = 'choice'
    and not exists (select from jsonb_array_elements(p_input -> 'options') as o where o -> 'value' = p_value) then
    perform app.refuse_input(p_input ->> 'name', 'is none of the choices');
  end if;
  return to_jsonb(btrim(p_value #>> '{}'));
end
$$;
comment on function app.check_input_text(jsonb, jsonb) is 'A text of the form, or one of its choices.';

create function app.check_input_number(p_input jsonb, p_value jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) <> 'number'
    or p_value::numeric < coalesce((p_input ->> 'min')::numeric, '-Infinity')
    or p_value::numeric > coalesce((p_input ->> 'max')::numeric, 'Infinity') then
    perform app.refuse_input(p_input ->> 'name', 'is no number of this range');
  end if;
  return p_value;
end
$$;
comment on function app.check_input_number(jsonb, jsonb) is 'A number of the form.';

create function app.check_input_images(p_input jsonb, p_value jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given constant jsonb := case jsonb_typeof(p_value) when 'array' then p_value else jsonb_build_array(p_value) end;
  most constant int := least(coalesce((p_input ->> 'max')::int, 1), 3);
begin
  if jsonb_array_length(given) not between 1 and most then
    perform app.refuse_input(p_input ->> 'name', format('is no picture, nor a list of up to %s', most));
  end if;
  if exists (
    select from jsonb_array_elements(given) as image
    cross join lateral (select case jsonb_typeof(image) when 'string' then image #>> '{}' else image ->> 'url' end as url) as place
    where url is null or length(url) > 2048 or url !~
        '^(https?://[^/?#\\]+)?/storage/v1/(object|render/image)/public/(temp-images|temp-uploads|generated-images)/[^?#]+(\?[^#]*)?$'
      or jsonb_typeof(image) = 'object'
        and (image - 'url' - 'shows' <> '{}' or coalesce(image ->> 'shows', 'me') not in ('nobody', 'me', 'agreed'))) then
    perform app.refuse_input(p_input ->> 'name', 'is not the address of a stored picture');
  end if;
  return given;
end
$$;
comment on function app.check_input_images(jsonb, jsonb) is 'Pictures of the form, by their addresses with us: nothing foreign is ever asked for. Of a photograph {url, shows} says who is in it, as likeness_consents has it.';

create function app.fill_form(p_form jsonb, p_given jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  given constant jsonb := coalesce(nullif(p_given, 'null'), '{}');
  input jsonb;
  value jsonb;
  filled jsonb := '{}';
begin
  if jsonb_typeof(given) <> 'object' or octet_length(given::text) > 60000 then
    raise exception 'inputs: is no form' using errcode = 'PT422', hint = 'invalid_inputs', detail = 'inputs';
  end if;
  for input in select i from jsonb_array_elements(p_form) as i loop
    value := given -> (input ->> 'name');
    if value is null or value in ('null', '[]') or btrim(value #>> '{}') = '' then
      value := nullif(input -> 'default', 'null');
    end if;
    if value is null or value = '""' then
      if coalesce((input -> 'required')::boolean, false) then
        perform app.refuse_input(input ->> 'name', 'is needed');
      end if;
      value := 'null';
    else
      value := case input ->> 'kind'
        when 'number' then app.check_input_number(input, value)
        when 'image' then app.check_input_images(input, value)
        else app.check_input_text(input, value)
      end;
    end if;
    filled := filled || jsonb_build_object(input ->> 'name', value);
  end loop;
  select key into value from (select to_jsonb(key) as key from jsonb_object_keys(given) as key) as names
  where not filled ? (key #>> '{}') limit 1;
  if found then
    perform app.refuse_input(value #>> '{}', 'is no field of the form');
  end if;
  return filled;
end
$$;
comment on function app.fill_form(jsonb, jsonb) is
  'The form as it was filled in, with defaults where nothing was given. PT422 invalid_inputs with the field as detail.';

revoke execute on function
  app.refuse_input(text, text), app.check_input_text(jsonb, jsonb), app.check_input_number(jsonb, jsonb),
  app.check_input_images(jsonb, jsonb), app.fill_form(jsonb, jsonb) from public;
