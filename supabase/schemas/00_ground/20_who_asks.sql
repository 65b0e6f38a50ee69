-- What policies and calls ask about the person who asks, once per statement: `(select app.f())` in a policy is an
-- InitPlan.

create function app.is_own_session() returns boolean
language sql stable
set search_path = ''
as $$ select not coalesce(auth.jwt() ? 'client_id', false) $$;
comment on function app.is_own_session() is
  'False for an app of somebody else that its person let in: it acts for them, and touches neither keys nor what only they may end.';

create function app.is_staff() returns boolean
language sql stable
set search_path = ''
as $$ select app.is_own_session() and coalesce(auth.jwt() #> '{app_metadata,staff}' = 'true'::jsonb, false) $$;
comment on function app.is_staff() is 'Whether the token of who asks says so, which only the server can make it say: app_metadata is not for its owner to write.';

create function app.require_staff() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not app.is_staff() then
    raise exception 'Only for the staff' using errcode = 'PT403', hint = 'staff_only';
  end if;
end
$$;

create function app.require_person() returns uuid
language plpgsql stable
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception 'User must be authenticated' using errcode = 'PT401', hint = 'not_authenticated';
  end if;
  return auth.uid();
end
$$;
comment on function app.require_person() is 'Whoever asks; PT401 for a visitor.';

create function app.not_there(p_what text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  raise exception 'There is no such %', p_what using errcode = 'PT404', hint = 'not_found';
end
$$;
comment on function app.not_there(text) is 'PT404: unknown, or nothing of the caller''s, and nobody learns which.';

-- Whoever finds a device unlocked does not end its owner's account: it takes a sign-in of the last quarter of an hour.
create function app.has_signed_in_lately() returns boolean
language sql stable
set search_path = ''
as $$
  select app.is_own_session() and coalesce(max((proof ->> 'timestamp')::bigint) > extract(epoch from now() - interval '15 minutes'), false)
  from jsonb_array_elements(coalesce((select auth.jwt()) -> 'amr', '[]')) as proof
$$;
comment on function app.has_signed_in_lately() is
  'Whether this session was proved, by whatever means, in the last fifteen minutes: renewing it is no proof, and letting an app in is none for that app.';

revoke execute on function
  app.require_staff(), app.require_person(), app.not_there(text), app.has_signed_in_lately() from public;
