-- Which rows each of many people may see, in one round trip: the question is planned once and asked under one role with
-- the claims of one person after the other. An answer of null: a policy failed on these claims.
-- The gateway's login may call it and gains nothing: it becomes only whom it may become anyway.
create function realtime.ask_each(role_name text, claims text[], question text, arguments text) returns setof int[]
language plpgsql
as $$
declare
  claim text;
  answer int[];
begin
  if exists (select from pg_prepared_statements where name = 'realtime_question') then
    deallocate realtime_question;
  end if;
  perform set_config('role', role_name, true);
  execute 'prepare realtime_question as ' || question;
  foreach claim in array claims loop
    begin
      perform set_config('request.jwt.claims', claim, true);
      execute 'execute realtime_question(' || arguments || ')' into answer;
    exception when others then
      answer := null;
    end;
    return next answer;
  end loop;
  deallocate realtime_question;
end
$$;

revoke execute on function realtime.ask_each(text, text[], text, text) from public;
grant usage on schema realtime to authenticator;
grant execute on function realtime.ask_each(text, text[], text, text) to authenticator;
