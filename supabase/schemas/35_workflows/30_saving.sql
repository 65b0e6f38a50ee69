-- Writing and copying workflows.

create function app.readable_workflow(p_id uuid, p_user uuid) returns public.workflows
language plpgsql stable
set search_path = ''
as $$
declare
  found_one public.workflows;
begin
  select * into found_one from public.workflows w
  where w.id = p_id and (w.visibility in ('public', 'unlisted') or w.owner_id = p_user);
  if found_one.id is null then
    perform app.not_there('workflow');
  end if;
  return found_one;
end
$$;
comment on function app.readable_workflow(uuid, uuid) is
  'A workflow that this person may read and run: public, their own, or an unlisted one whose id they have. PT404 otherwise.';

create function app.keep_version(p_workflow public.workflows, p_steps jsonb, p_inputs jsonb) returns int
language plpgsql
set search_path = ''
as $$
declare
  last public.workflow_versions;
  next_version int;
begin
  select * into last from public.workflow_versions v
  where v.workflow_id = p_workflow.id and v.version = p_workflow.current_version;
  if last.steps = p_steps and last.inputs = p_inputs then
    return last.version;
  end if;
  next_version := p_workflow.current_version;
  if last.version is not null and exists (
    select from public.workflow_runs r where r.workflow_id = p_workflow.id and r.version = last.version) then
    next_version := next_version + 1;
  end if;
  insert into public.workflow_versions (workflow_id, version, steps, inputs)
  values (p_workflow.id, next_version, p_steps, p_inputs)
  on conflict (workflow_id, version) do update set steps = excluded.steps, inputs = excluded.inputs;
  return next_version;
end
$$;
comment on function app.keep_version(public.workflows, jsonb, jsonb) is
  'Writes the current version, or the next one where it has run. The caller holds the workflow.';

create function app.filled_in(p_items jsonb, p_defaults jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(p_defaults || given.item order by given.place), '[]')
  from jsonb_array_elements(p_items) with ordinality as given (item, place)
$$;
comment on function app.filled_in(jsonb, jsonb) is 'Each of a list, with what it leaves out: whoever reads it need not know the defaults.';

create function app.check_cover(p_url text, p_user uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_url is not null
    and not exists (select from public.generation_images i where i.url = p_url and i.user_id = p_user)
    and not exists (select from public.feed_posts p where p.image_url = p_url and p.audience = 'public') then
    perform app.refuse_workflow('cover_url', 'is none of one''s own creations');
  end if;
end
$$;
comment on function app.check_cover(text, uuid) is 'A cover is a creation of one''s own, or one that is published.';

create function public.save_workflow(workflow jsonb) returns public.workflows
language plpgsql security definer
set search_path = ''
as $$
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
    fee_credits = coalesce((workflow ->> 'fee_credits')::int, w.fee_credits),
    current_version = app.keep_version(
      saved,
      app.filled_in(workflow -> 'steps', '{"takes": {}, "settings": {}}'),
      app.filled_in(coalesce(workflow -> 'inputs', '[]'), '{"required": false}'))
  where w.id = saved.id
  returning * into saved;
  return saved;
end
$$;
comment on function public.save_workflow(jsonb) is
  'Writes one''s own workflow: a new one without an id. What has run already becomes the next version. PT422 invalid_workflow with the path of what is wrong as detail, PT404 for an id that is not one''s own.';

create function public.duplicate_workflow(workflow_id uuid) returns public.workflows
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := app.require_person();
  source public.workflows := app.readable_workflow(workflow_id, person);
  made public.workflows;
begin
  if (select count(*) from public.workflows w where w.owner_id = person) >= 500 then
    raise exception 'A person has at most 500 workflows' using errcode = 'PT429', hint = 'throttled';
  end if;
  insert into public.workflows (owner_id, title, summary, goal, cover_url, forked_from)
  values (person, source.title, source.summary, source.goal, source.cover_url, source.id)
  returning * into made;
  insert into public.workflow_versions (workflow_id, version, steps, inputs)
  select made.id, 1, v.steps, v.inputs
  from public.workflow_versions v
  where v.workflow_id = source.id and v.version = source.current_version;
  return made;
end
$$;
comment on function public.duplicate_workflow(uuid) is
  'A private copy of a public workflow, one''s own, or an unlisted one whose id one has: its last version. PT404 otherwise.';

create function public.read_workflow(workflow_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found_one public.workflows := app.readable_workflow(workflow_id, app.require_person());
begin
  return (
    select jsonb_build_object(
      'workflow', to_jsonb(found_one),
      'author', (
        select jsonb_build_object(
          'id', p.id, 'display_name', p.display_name, 'username', p.username, 'avatar_url', p.avatar_url)
        from public.profiles p where p.id = found_one.owner_id),
      'version', v.version, 'steps', v.steps, 'inputs', v.inputs, 'cost', app.price_of_steps(v.steps))
    from public.workflow_versions v
    where v.workflow_id = found_one.id and v.version = found_one.current_version);
end
$$;
comment on function public.read_workflow(uuid) is
  'A public workflow, one''s own, or an unlisted one whose id one has, with its last version, author and cost. PT404 otherwise.';

create function public.workflow_cost(workflow_id uuid) returns int
language sql stable security definer
set search_path = ''
as $$
  select app.price_of_steps(v.steps)
  from app.readable_workflow(workflow_id, app.require_person()) as w
  join public.workflow_versions v on v.workflow_id = w.id and v.version = w.current_version
$$;
comment on function public.workflow_cost(uuid) is 'What a whole run would cost, in credits. PT404 for what one may not read.';

revoke execute on function
  app.readable_workflow(uuid, uuid), app.keep_version(public.workflows, jsonb, jsonb), app.filled_in(jsonb, jsonb),
  app.check_cover(text, uuid)
from public;
revoke execute on function
  public.save_workflow(jsonb), public.duplicate_workflow(uuid), public.read_workflow(uuid), public.workflow_cost(uuid)
from public, anon, authenticated;
grant execute on function
  public.save_workflow(jsonb), public.duplicate_workflow(uuid), public.read_workflow(uuid), public.workflow_cost(uuid)
to authenticated;
