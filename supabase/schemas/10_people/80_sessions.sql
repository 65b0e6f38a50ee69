-- One's own sessions, each of which one may end.

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
