-- What the fields of a workflow must be. The same rules as in the contract's findWorkflowProblem: an editor shows them,
-- this enforces them.

create function app.refuse_workflow(p_field text, p_why text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception '%: %', p_field, p_why using errcode = 'PT422', hint = 'invalid_workflow', detail = p_field;
end
$$;
comment on function app.refuse_workflow(text, text) is 'PT422 with the path of what is wrong as detail.';

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
    -- Who is in a photograph is for whoever fills the form in to say: an author gives addresses alone.
    when 'image' then jsonb_typeof(usual) = 'string'
      or jsonb_typeof(usual) = 'array' and not jsonb_path_exists(usual, 'strict $[*] ? (@.type() != "string")')
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

revoke execute on function
  app.refuse_workflow(text, text), app.check_keys(jsonb, text, text[]), app.check_text(jsonb, text, int, int),
  app.check_number(jsonb, text, numrange, boolean), app.check_one_of(jsonb, text, text[]),
  app.check_list(jsonb, text, int, int), app.check_default(jsonb, text), app.check_workflow_input(jsonb, int)
from public;
