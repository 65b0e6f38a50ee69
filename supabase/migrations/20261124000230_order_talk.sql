CREATE OR REPLACE FUNCTION app.refuse_message(m public.encrypted_messages, c public.conversations)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  other uuid;
begin
  if exists (select from public.profiles p where p.id = m.sender_id and p.status = 'suspended') then
    return 'account_suspended';
  end if;
  if c.kind = 'direct' then
    select p.user_id into other from public.conversation_participants p
    where p.conversation_id = c.id and p.user_id <> m.sender_id;
    if not found or app.are_apart(m.sender_id, other) then
      return 'cannot_message';
    end if;
  end if;
  if app.is_unanswered(c.id, m.sender_id) and app.has_written(c.id, m.sender_id, 3) and not app.talks_of_order(m.sender_id, other) then
    return 'not_accepted';
  end if;
  if m.iv = 'deleted' or m.iv = 'simple' and app.is_all_keyed(c.id) then
    return 'plaintext_refused';
  end if;
  if m.iv <> 'simple' and (m.metadata #>> '{e2ee,epoch}' = c.epoch_id::text) is not true then
    return 'stale_epoch';
  end if;
  return null;
end
$function$;
CREATE OR REPLACE FUNCTION app.talks_of_order(p_person uuid, p_other uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from billing.commissions c
    where c.mode <> 'single_message' and (
      (c.creator_id, c.client_id) = (p_person, p_other)
      or (c.client_id, c.creator_id) = (p_person, p_other) and (
        c.mode = 'proposal' and c.terms > 0 or exists (select from billing.escrows e where e.commission_id = c.id))));
end
$function$;

revoke all on function app.talks_of_order(uuid,uuid) from public, anon, authenticated, service_role;

comment on function app.admit_message() is '42501 for who takes no part; PT403 account_suspended, cannot_message (blocked, gone), not_accepted (three messages before an answer, where no order is between the two); PT422 plaintext_refused, message_too_old (made sixty days ago); PT409 stale_epoch. What has vanished is taken as sent, and does not come back. These keep honest clients working: what a dishonest server could do is what signatures are for (E2EE §7).';
comment on function app.talks_of_order(uuid,uuid) is 'Whether an order lets this person write to the other as they need: whoever was asked may, whoever asks once there was a proposal or a payment. Asking alone opens no door.';
