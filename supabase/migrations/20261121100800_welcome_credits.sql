create function ledger.welcome() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform ledger.open_accounts(new.id);
  -- An account without any proof of who it is costs nothing to make, so it gets its gift once it becomes a real one.
  if not new.is_anonymous then
    perform ledger.give(new.id, 5, 'welcome');
  end if;
  return null;
end
$$;
comment on function ledger.welcome() is
  'Opens a new person''s accounts and gives five credits, once, in the transaction of the sign-up.';
alter function ledger.welcome() owner to ledger_owner;
revoke all on function ledger.welcome() from public, anon, authenticated, service_role;

create trigger welcome_credits after insert on auth.users
  for each row execute function ledger.welcome();
create trigger welcome_credits_later after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous) execute function ledger.welcome();

do $$
declare
  person record;
begin
  for person in select id, is_anonymous from auth.users order by created_at, id loop
    perform ledger.open_accounts(person.id);
    if not person.is_anonymous then
      perform ledger.give(person.id, 5, 'welcome');
    end if;
  end loop;
end
$$;
