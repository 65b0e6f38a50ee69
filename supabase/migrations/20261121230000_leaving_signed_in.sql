-- Whoever finds a device unlocked does not end its owner's account: it takes a sign-in of the last quarter of an hour.

create function app.has_signed_in_lately() returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(max((proof ->> 'timestamp')::bigint) > extract(epoch from now() - interval '15 minutes'), false)
  from jsonb_array_elements(coalesce((select auth.jwt()) -> 'amr', '[]')) as proof
$$;
comment on function app.has_signed_in_lately() is
  'Whether this session was proved, by whatever means, in the last fifteen minutes: renewing it is no proof.';
revoke execute on function app.has_signed_in_lately() from public;

create or replace function public.delete_my_account(username text) returns timestamptz
language plpgsql security definer
set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = auth.uid() for update;
  if person.id is null or app.clean_username(delete_my_account.username)
    is distinct from app.clean_username(coalesce(person.username::text, person.display_name)) then
    raise exception 'That is not the name of this account' using errcode = 'PT400', hint = 'username_mismatch';
  end if;
  if person.deletes_at is not null then
    return person.deletes_at;
  end if;
  if not app.has_signed_in_lately() then
    raise exception 'Sign in again first' using errcode = 'PT403', hint = 'sign_in_again';
  end if;
  insert into app.leaving (user_id, status_before) values (person.id, person.status);
  update public.profiles p
  set deletes_at = now() + interval '30 days', status = case person.status when 'suspended' then 'suspended' else 'deleting' end
  where p.id = person.id
  returning p.deletes_at into person.deletes_at;
  return person.deletes_at;
end
$$;
comment on function public.delete_my_account(text) is
  'Hides the account from everybody else at once, and answers when it will be gone for good. It names itself, by its username or, without one, its display name: PT400 username_mismatch. It takes a sign-in of the last fifteen minutes: PT403 sign_in_again. Asked again, the date stays.';
