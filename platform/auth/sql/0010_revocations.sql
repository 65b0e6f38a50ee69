-- What ends access before its token does: a session that is gone, a person who is banned. Every process keeps the
-- newest of it in memory, so that a request costs no question; rows go when no token of before can be valid any more.
create table auth.revocations (
  id bigint generated always as identity primary key,
  session_id uuid,
  user_id uuid,
  -- Readers go on from the oldest transaction that was open when they last read: none that commits late is missed.
  written_by xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  check (num_nonnulls(session_id, user_id) = 1)
);

create index revocations_written_by_idx on auth.revocations (written_by);
create index users_banned_until_idx on auth.users (banned_until) where banned_until is not null;

alter table auth.revocations enable row level security;
revoke all on auth.revocations from public, anon, authenticated, service_role;

create function auth.note_ended_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into auth.revocations (session_id) select e.id from ended e;
  if found then perform pg_notify('auth_revocations', ''); end if;
  return null;
end
$$;

create function auth.note_ban() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into auth.revocations (user_id) values (new.id);
  perform pg_notify('auth_revocations', '');
  return null;
end
$$;

revoke execute on function auth.note_ended_sessions(), auth.note_ban() from public;

create trigger note_ended_sessions after delete on auth.sessions
  referencing old table as ended for each statement execute function auth.note_ended_sessions();

create trigger note_ban after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until) execute function auth.note_ban();
