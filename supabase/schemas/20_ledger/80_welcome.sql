-- The credits that somebody begins with.

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

create trigger welcome_credits after insert on auth.users
  for each row execute function ledger.welcome();
create trigger welcome_credits_later after update of is_anonymous on auth.users
  for each row when (old.is_anonymous and not new.is_anonymous) execute function ledger.welcome();
