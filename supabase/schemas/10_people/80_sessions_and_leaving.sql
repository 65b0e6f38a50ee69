-- One's own sessions, each of which one may end; and leaving.

create function public.my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, is_current boolean)
language sql stable security definer
set search_path = ''
as $$
  select s.id, s.created_at, greatest(s.created_at, s.updated_at, s.refreshed_at), s.user_agent, host(s.ip),
    s.id::text is not distinct from auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by 6 desc, 3 desc
  limit 100
$$;
comment on function public.my_sessions() is 'Where one is signed in: this device first, then the one used last.';

create function public.end_session(id uuid) returns void
language sql security definer
set search_path = ''
as $$ delete from auth.sessions s where s.id = end_session.id and s.user_id = auth.uid() $$;
comment on function public.end_session(uuid) is
  'Signs a device of one''s own out: its tokens are refreshed no more, and what asks for its session refuses it. One that has ended stays ended.';

revoke execute on function public.my_sessions(), public.end_session(uuid) from public, anon, authenticated;
grant execute on function public.my_sessions(), public.end_session(uuid) to authenticated;

-- Hidden at once, gone for good after thirty days.
create table app.leaving (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  asked_at timestamptz not null default now(),
  status_before text not null,
  begun_at timestamptz
);
comment on table app.leaving is 'Whose account is being deleted.';
comment on column app.leaving.status_before is 'What the account returns to: who was suspended is so again.';
comment on column app.leaving.begun_at is 'When a worker last began to erase it; from then on there is no way back.';

alter table app.leaving enable row level security;

create function app.keep_leaving() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.status := 'deleting';
  return new;
end
$$;
comment on function app.keep_leaving() is 'Whoever is no longer suspended while their account is being deleted is not shown again by that.';

create trigger keep_leaving before update of status on public.profiles
  for each row when (new.deletes_at is not null and new.status = 'active') execute function app.keep_leaving();

create function app.has_paid_orders(p_person uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from billing.commissions c join billing.escrows e on e.commission_id = c.id
    where p_person in (c.client_id, c.creator_id) and e.state = 'funded');
end
$$;
comment on function app.has_paid_orders(uuid) is 'Whether money is held for an order that they gave or make.';

create function public.delete_my_account(username text) returns timestamptz
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
  -- Money that is held for an order waits for one of the two: whoever leaves ends it first.
  if app.has_paid_orders(person.id) then
    raise exception 'There are orders that are paid' using errcode = 'PT409', hint = 'orders_open';
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
  'Hides the account from everybody else at once, and answers when it will be gone for good. It names itself, by its username or, without one, its display name: PT400 username_mismatch. It takes a sign-in of the last fifteen minutes: PT403 sign_in_again. PT409 orders_open as long as money is held for an order of theirs. Asked again, the date stays.';

create function public.keep_my_account() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  was app.leaving;
begin
  perform from public.profiles p where p.id = auth.uid() for update;
  select l.* into was from app.leaving l where l.user_id = auth.uid();
  if was.begun_at is not null then
    raise exception 'This account is being erased' using errcode = 'PT409', hint = 'account_gone';
  end if;
  update public.profiles p
  set deletes_at = null, status = case p.status when 'deleting' then was.status_before else p.status end
  where p.id = was.user_id;
  delete from app.leaving l where l.user_id = was.user_id;
end
$$;
comment on function public.keep_my_account() is
  'Takes the deletion of one''s account back, with everything as it was; without one it does nothing. PT409 account_gone once it is being erased.';

create function public.claim_leaving_accounts(p_limit int) returns setof uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  person record;
begin
  -- The order of keep_my_account: the profile first.
  for person in
    select p.id from public.profiles p
    join app.leaving l on l.user_id = p.id
    where p.deletes_at <= now() and (l.begun_at is null or l.begun_at < now() - interval '10 minutes')
    order by p.deletes_at
    limit p_limit
    for update of p skip locked
  loop
    update app.leaving l set begun_at = now() where l.user_id = person.id;
    return next person.id;
  end loop;
end
$$;
comment on function public.claim_leaving_accounts(int) is
  'Accounts to be erased now, each for one worker; one that a killed worker has left comes again after ten minutes.';

create function public.files_of_person(p_user uuid, p_limit int, p_after_bucket text default '', p_after_path text default '')
returns table (bucket text, path text)
language sql stable security definer
set search_path = ''
as $$
  select o.bucket_id, o.name
  from storage.buckets b
  cross join lateral (
    select o.bucket_id, o.name from storage.objects o
    -- 0 comes right after /.
    where o.bucket_id = b.id and o.name < p_user || '0'
      and o.name > case when b.id = p_after_bucket then p_after_path else p_user || '/' end
    order by o.name
    limit p_limit
  ) as o
  where b.id collate "C" >= p_after_bucket
  order by b.id collate "C", o.name
  limit p_limit
$$;
comment on function public.files_of_person(uuid, int, text, text) is
  'Files in the folders of one person, in whatever bucket; after the one that is named.';

revoke execute on function app.keep_leaving(), app.has_paid_orders(uuid) from public;
revoke execute on function
  public.delete_my_account(text), public.keep_my_account(), public.claim_leaving_accounts(int),
  public.files_of_person(uuid, int, text, text) from public, anon, authenticated;
grant execute on function public.delete_my_account(text), public.keep_my_account() to authenticated;
