CREATE OR REPLACE FUNCTION public.save_workflow(workflow jsonb)
 RETURNS public.workflows
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := app.require_person();
  saved public.workflows;
begin
  if octet_length(workflow::text) > 100000 then
    perform app.refuse_workflow('workflow', 'is larger than 100 kB');
  end if;
  perform app.check_workflow(workflow);
  perform app.check_cover(workflow ->> 'cover_url', person);
  if workflow ->> 'id' is null then
    if (select count(*) from public.workflows w where w.owner_id = person) >= 500 then
      raise exception 'A person has at most 500 workflows' using errcode = 'PT429', hint = 'throttled';
    end if;
    insert into public.workflows (owner_id, title) values (person, btrim(workflow ->> 'title')) returning * into saved;
  else
    if pg_input_is_valid(workflow ->> 'id', 'uuid') then
      select * into saved from public.workflows w
      where w.id = (workflow ->> 'id')::uuid and w.owner_id = person for no key update;
    end if;
    if saved.id is null then
      perform app.not_there('workflow');
    end if;
  end if;
  update public.workflows w
  set title = btrim(workflow ->> 'title'),
    summary = btrim(coalesce(workflow ->> 'summary', '')),
    goal = workflow ->> 'goal',
    visibility = coalesce(workflow ->> 'visibility', 'private'),
    cover_url = workflow ->> 'cover_url',
    current_version = app.keep_version(
      saved,
      app.filled_in(workflow -> 'steps', '{"takes": {}, "settings": {}}'),
      app.filled_in(coalesce(workflow -> 'inputs', '[]'), '{"required": false}'))
  where w.id = saved.id
  returning * into saved;
  return saved;
end
$function$;
CREATE OR REPLACE FUNCTION app.filled_in(p_items jsonb, p_defaults jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(p_defaults || given.item order by given.place), '[]')
  from jsonb_array_elements(p_items) with ordinality as given (item, place)
$function$;

revoke all on function app.filled_in(jsonb,jsonb) from public, anon, authenticated, service_role;

comment on function app.filled_in(jsonb,jsonb) is 'Each of a list, with what it leaves out: whoever reads it need not know the defaults.';

update public.workflow_versions
set steps = app.filled_in(steps, '{"takes": {}, "settings": {}}'), inputs = app.filled_in(inputs, '{"required": false}');
