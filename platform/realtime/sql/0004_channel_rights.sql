-- What people may do on a private channel, asked in one round trip (WIRE §4.7). Both functions undo what they try: the
-- exception at the end of the inner block takes back its rows, its role and its settings, and the answer survives in a
-- variable. Called as service_role through a login that may become any role of a token.

-- `audiences`: [{"role": …, "claims": {…}}, …]; answers [{"broadcast": boolean, "presence": boolean}, …] in that order.
create function realtime.read_rights(audiences jsonb, topic_name text) returns jsonb
language plpgsql
as $$
declare
  audience jsonb;
  probes uuid[];
  seen text[];
  answer jsonb := '[]';
begin
  begin
    with tried as (
      insert into realtime.messages (topic, extension, private)
      values (topic_name, 'broadcast', true), (topic_name, 'presence', true)
      returning id
    )
    select array_agg(id) into probes from tried;
    perform set_config('realtime.topic', topic_name, true);
    for audience in select jsonb_array_elements(audiences) loop
      perform realtime.act_as(audience);
      select coalesce(array_agg(extension), '{}') into seen
      from realtime.messages where id = any (probes) and topic = topic_name;
      answer := answer || jsonb_build_object('broadcast', 'broadcast' = any (seen), 'presence', 'presence' = any (seen));
    end loop;
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    null;
  end;
  return answer;
end
$$;

create function realtime.may_write(audience jsonb, topic_name text, extension_name text) returns boolean
language plpgsql
as $$
declare
  answer boolean := false;
begin
  begin
    perform set_config('realtime.topic', topic_name, true);
    perform realtime.act_as(audience);
    insert into realtime.messages (topic, extension, private) values (topic_name, extension_name, true);
    answer := true;
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' or insufficient_privilege then
    null;
  end;
  return answer;
end
$$;

create function realtime.act_as(audience jsonb) returns void
language plpgsql
as $$
begin
  perform set_config('request.jwt.claims', coalesce(audience ->> 'claims', '{}'), true);
  perform set_config('request.jwt.claim.sub', coalesce(audience #>> '{claims,sub}', ''), true);
  perform set_config('request.jwt.claim.role', audience ->> 'role', true);
  perform set_config('request.headers', '{}', true);
  perform set_config('role', audience ->> 'role', true);
end
$$;

revoke all on function realtime.read_rights(jsonb, text), realtime.may_write(jsonb, text, text), realtime.act_as(jsonb)
  from public, anon, authenticated;
grant execute on function realtime.read_rights(jsonb, text), realtime.may_write(jsonb, text, text), realtime.act_as(jsonb)
  to service_role;
