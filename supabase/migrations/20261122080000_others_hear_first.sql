-- Whoever has written knows already: the others are told first.
create or replace function app.tell_message(m public.encrypted_messages) returns void
language plpgsql
set search_path = ''
as $$
declare
  news constant jsonb := app.message_news(m);
begin
  perform realtime.send(news, 'message', 'user:' || member.user_id, true)
  from (
    select p.user_id from public.conversation_participants p
    where p.conversation_id = m.conversation_id and p.is_active
    order by p.user_id = m.sender_id) as member;
end
$$;
