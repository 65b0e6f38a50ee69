-- Whoever has become one audience may not ask about the next: the service's role comes back between them.
create or replace function realtime.read_rights(audiences jsonb, topic_name text) returns jsonb
language plpgsql
as $$
declare
  service constant text := current_setting('role');
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
      perform set_config('role', service, true);
      answer := answer || jsonb_build_object('broadcast', 'broadcast' = any (seen), 'presence', 'presence' = any (seen));
    end loop;
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    null;
  end;
  return answer;
end
$$;
