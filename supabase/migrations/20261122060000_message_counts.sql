-- What vanished before it was read waits for nobody any more.
create or replace function public.expire_messages(p_limit int) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  amount int := 0;
  gone record;
  reader uuid;
begin
  for gone in
    with expired as (
      delete from public.encrypted_messages m
      where m.id in (
        select old.id from public.encrypted_messages old
        where old.expires_at <= clock_timestamp() order by old.expires_at limit p_limit for update skip locked)
      returning m.conversation_id, m.sender_id, m.created_at, m.is_read)
    select e.conversation_id, count(*)::int as amount,
      jsonb_agg(jsonb_build_object('by', e.sender_id, 'at', e.created_at)) filter (where not e.is_read) as unread
    from expired e
    group by e.conversation_id
    order by e.conversation_id
  loop
    amount := amount + gone.amount;
    for reader in
      update public.conversation_settings s set unread_count = greatest(0, s.unread_count - (
        select count(*) from jsonb_to_recordset(gone.unread) as m (by uuid, at timestamptz)
        where m.by <> s.user_id and m.at > coalesce(s.read_up_to, '-infinity'))::int)
      where s.conversation_id = gone.conversation_id and s.unread_count > 0 and gone.unread is not null
      returning s.user_id
    loop
      perform realtime.send(jsonb_build_object('conversation_id', gone.conversation_id), 'conversation', 'user:' || reader, true);
    end loop;
  end loop;
  return amount;
end
$$;
comment on function public.expire_messages(int) is
  'Deletes what has vanished, which policies have hidden already, and counts it as unread no more; answers how many.';

-- Whoever is given earlier epochs reads from then on: they alone, and not whoever was given them once, and left since.
create or replace function public.share_epochs(conversation uuid, wraps jsonb) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  shared int;
  given record;
begin
  perform app.must_share(conversation);
  insert into public.conversation_keys (epoch_id, user_id, kid, wrapped_key, shared_by, share_sig)
  select e.epoch_id, w.user_id, w.kid, w.wrapped_key, auth.uid(), w.share_sig
  from jsonb_to_recordset(wraps) as w (epoch_id uuid, user_id uuid, kid text, wrapped_key text, share_sig text)
  join public.conversation_epochs e on e.epoch_id = w.epoch_id and e.conversation_id = share_epochs.conversation
  join public.conversation_participants p on p.conversation_id = e.conversation_id and p.user_id = w.user_id and p.is_active
  join public.user_public_keys k on k.user_id = w.user_id and k.kid = w.kid
  -- One passes on what one has oneself.
  where w.share_sig is not null and exists (
    select from public.conversation_keys own where own.epoch_id = e.epoch_id and own.user_id = auth.uid())
  on conflict do nothing;
  get diagnostics shared = row_count;
  for given in
    select k.user_id, min(e.created_at) as since
    from jsonb_to_recordset(wraps) as w (epoch_id uuid, user_id uuid)
    join public.conversation_epochs e on e.epoch_id = w.epoch_id and e.conversation_id = share_epochs.conversation
    join public.conversation_keys k on k.epoch_id = e.epoch_id and k.user_id = w.user_id and k.shared_by = auth.uid()
    group by k.user_id
  loop
    update public.conversation_settings s set reads_from = given.since
    where s.conversation_id = share_epochs.conversation and s.user_id = given.user_id and s.reads_from > given.since
      -- What somebody has deleted for themselves stays so.
      and s.hidden_at is null;
    perform realtime.send(jsonb_build_object('conversation_id', conversation), 'conversation', 'user:' || given.user_id, true);
  end loop;
  return shared;
end
$$;
