-- The badge counts conversations (FEATURES N5): ten words of one friend are one thing to look at.
drop function public.unread_messages();

create function public.unread_conversations() returns int
language sql stable security definer
set search_path = ''
as $$
  select count(*)::int
  from public.conversation_settings s
  join public.conversation_participants p on p.conversation_id = s.conversation_id and p.user_id = s.user_id
  where s.user_id = auth.uid() and s.unread_count > 0 and p.state = 'accepted' and p.is_active
    and (s.muted_until is null or s.muted_until <= now())
$$;
comment on function public.unread_conversations() is
  'In how many conversations one has something to read; muted ones and requests are left out.';
revoke execute on function public.unread_conversations() from public, anon;
grant execute on function public.unread_conversations() to authenticated;
