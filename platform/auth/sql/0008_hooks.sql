-- Hooks run as the role that the hosted service runs them as: it reads what a product grants it, and nothing else.
do $$
begin
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    begin
      create role supabase_auth_admin nologin noinherit;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end if;
  if not pg_has_role(current_user, 'supabase_auth_admin', 'member') then
    grant supabase_auth_admin to current_user;
  end if;
end
$$;

grant usage on schema public to supabase_auth_admin;
