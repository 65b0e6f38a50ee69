-- An account has its profile from the transaction in which it is made.

create function app.handle_new_user() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  given jsonb := (
    select coalesce(jsonb_object_agg(field, value), '{}')
    from jsonb_each(case when jsonb_typeof(new.raw_user_meta_data) = 'object' then new.raw_user_meta_data end)
      as fields (field, value)
    where jsonb_typeof(value) = 'string');
  first_name text := left(app.clean_name(given ->> 'first_name'), 50);
  last_name text := left(app.clean_name(given ->> 'last_name'), 50);
  username text := lower(given ->> 'username');
begin
  if app.username_problem(null, username) is not null then
    username := null;
  end if;
  insert into public.profiles (id, first_name, last_name, username)
  values (new.id, first_name, last_name, username);
  return new;
exception when unique_violation then
  -- Not looked up beforehand alone: of two people who sign up with one username at the same moment, neither is refused.
  insert into public.profiles (id, first_name, last_name)
  values (new.id, first_name, last_name)
  on conflict (id) do nothing;
  return new;
end
$$;
comment on function app.handle_new_user() is
  'Makes the profile of a new account in the transaction of its sign-up. A username that is malformed, reserved or taken is left out, so that it never refuses the sign-up.';

create trigger handle_new_user after insert on auth.users
  for each row execute function app.handle_new_user();
