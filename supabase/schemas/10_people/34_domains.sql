-- A domain that somebody has shown to be theirs, by a record that nobody else can write: what stands beside their name.

create table app.domain_asks (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  domain text not null,
  asked_at timestamptz not null default clock_timestamp()
);
comment on table app.domain_asks is 'The domain that somebody has looked up last: each look costs a question to a stranger''s name server.';
alter table app.domain_asks enable row level security;
create trigger keep_to_pace before insert on app.domain_asks
  for each row execute function app.keep_to_pace('domains', '20');

create table app.domain_proofs (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  domain text not null,
  proven_at timestamptz not null default clock_timestamp(),
  checked_at timestamptz not null default clock_timestamp(),
  failures int not null default 0 check (failures >= 0)
);
comment on table app.domain_proofs is 'What profiles.verified_domain stands on; looked at again every week, every day once it is missing.';
create index domain_proofs_due on app.domain_proofs (checked_at);
alter table app.domain_proofs enable row level security;

create function public.ask_domain(domain text) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  -- As people copy it out of the address bar.
  name constant text := regexp_replace(lower(btrim(ask_domain.domain)), '^https?://|[/?#].*$|\.$', '', 'g');
begin
  if name is null or length(name) > 200 or name !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$' then
    raise exception 'This is no domain' using errcode = 'PT422', hint = 'domain_invalid';
  end if;
  if not exists (select from public.profiles p where p.id = me and p.status = 'active') then
    raise exception 'This account is suspended' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  insert into app.domain_asks as known (user_id, domain) values (me, name)
  on conflict (user_id) do update set domain = excluded.domain, asked_at = excluded.asked_at;
  return name;
end
$$;
comment on function public.ask_domain(text) is
  'Before one''s domain is looked up: its name as it is looked up, without what stands around it in an address. PT422 domain_invalid, PT429 too_many_domains, PT403 account_suspended, PT401.';

create function public.keep_domain(p_user uuid, p_domain text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into app.domain_proofs as known (user_id, domain) values (p_user, p_domain)
  on conflict (user_id) do update set domain = excluded.domain, checked_at = excluded.checked_at, failures = 0,
    proven_at = case when known.domain = excluded.domain then known.proven_at else excluded.proven_at end;
  update public.profiles p set verified_domain = p_domain where p.id = p_user and p.verified_domain is distinct from p_domain;
end
$$;
comment on function public.keep_domain(uuid, text) is 'The record was read: the domain stands beside this person''s name. The server''s alone.';

create function public.drop_domain() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  delete from app.domain_proofs d where d.user_id = me;
  update public.profiles p set verified_domain = null where p.id = me and p.verified_domain is not null;
end
$$;
comment on function public.drop_domain() is 'Takes one''s domain from beside one''s name. PT401.';

create function public.domains_to_check(p_limit int) returns table (user_id uuid, domain text)
language sql security definer
set search_path = ''
as $$
  with due as (
    select d.user_id from app.domain_proofs d
    where d.checked_at < clock_timestamp() - case d.failures when 0 then interval '7 days' else interval '1 day' end
    order by d.checked_at
    limit p_limit
    for update skip locked
  )
  update app.domain_proofs d set checked_at = clock_timestamp() from due where d.user_id = due.user_id
  returning d.user_id, d.domain
$$;
comment on function public.domains_to_check(int) is 'Domains to look at again, each taken by one process. The server''s alone.';

create function public.note_domain(p_user uuid, p_domain text, p_holds boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  most constant int := 3;
  d app.domain_proofs;
begin
  update app.domain_proofs x set failures = case when p_holds then 0 else x.failures + 1 end
  where x.user_id = p_user and x.domain = p_domain
  returning x.* into d;
  if d.failures < most then
    return;
  end if;
  delete from app.domain_proofs x where x.user_id = p_user and x.domain = p_domain;
  if found then
    update public.profiles p set verified_domain = null where p.id = p_user;
    perform app.notify(p_user, 'system', 'system:domain:' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD'), null,
      jsonb_build_object('what', 'domain_lost', 'domain', p_domain, 'url', '/settings?section=profile'), app.uuid_v7());
  end if;
end
$$;
comment on function public.note_domain(uuid, text, boolean) is
  'Whether a record that was read again is still there: missing on three days in a row, the domain goes and the person is told. The server''s alone.';

revoke execute on function public.keep_domain(uuid, text), public.domains_to_check(int), public.note_domain(uuid, text, boolean)
from public, anon, authenticated;
revoke execute on function public.ask_domain(text), public.drop_domain() from public, anon;
