-- The channel on which everybody hears that there is something new.

create function app.tell_new_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform realtime.send(
    jsonb_build_object('id', new.id, 'creator_id', new.creator_id, 'created_at', new.created_at), 'post', 'feed', true);
  return null;
end
$$;
comment on function app.tell_new_post() is 'Tells the channel feed of what everybody may see: ids alone, when the transaction commits.';

-- Nobody sends: no policy lets anybody insert.
create policy "everybody listens to what is new" on realtime.messages
  for select to anon, authenticated using (extension = 'broadcast' and (select realtime.topic()) = 'feed');

revoke execute on function app.tell_new_post() from public;
