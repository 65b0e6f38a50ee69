alter table public.reports drop constraint reports_target_type_check;
alter table public.reports add constraint reports_target_type_check check (target_type in ('post', 'comment', 'user', 'message', 'service'));

CREATE OR REPLACE FUNCTION app.offered_service(p_service uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('creator_id', s.creator_id, 'text', concat_ws(E'\n', s.title, s.description, s.refuses), 'status', s.state)
    from billing.services s where s.id = p_service);
end
$function$;

CREATE OR REPLACE FUNCTION app.has_paid_orders(p_person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from billing.commissions c join billing.escrows e on e.commission_id = c.id
    where p_person in (c.client_id, c.creator_id) and e.state = 'funded');
end
$function$;

CREATE OR REPLACE FUNCTION app.may_report(target_type text, target_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case target_type
    when 'post' then app.can_see_post(target_id)
    when 'comment' then app.can_see_comment(target_id)
    when 'user' then exists (select from public.profiles p where p.id = target_id and p.status = 'active')
    when 'service' then exists (
      select from public.profiles p where p.id = (app.offered_service(target_id) ->> 'creator_id')::uuid and p.status = 'active')
    -- One that has disappeared meanwhile can be reported by what was kept of it: its signature says whose it was.
    else target_type = 'message' and (
      app.can_read_message(target_id) or not exists (select from public.encrypted_messages m where m.id = target_id))
  end
$function$;
CREATE OR REPLACE FUNCTION app.moderated(target_type text, target_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case target_type
    when 'post' then (
      select jsonb_build_object('text', p.prompt, 'description', p.description, 'image_url', p.image_url, 'width', p.width,
        'height', p.height, 'thumbhash', p.thumbhash, 'more_images', p.more_images, 'rating', p.rating, 'status', p.status, 'visibility', p.visibility)
      from public.feed_posts p where p.id = target_id)
    when 'comment' then (
      select jsonb_build_object('text', c.body, 'post_id', c.post_id, 'status', case when c.removed_at is null then 'published' else 'removed' end)
      from public.post_comments c where c.id = target_id)
    when 'user' then (
      select jsonb_build_object('text', p.bio, 'image_url', p.avatar_url, 'status', p.status)
      from public.profiles p where p.id = target_id)
    when 'service' then app.offered_service(target_id) - 'creator_id'
    when 'generation' then (
      select jsonb_build_object('text', g.prompt, 'status', g.status, 'rule', g.blocked_rule, 'terms', g.blocked_terms)
      from public.generations g where g.id = target_id)
  end
$function$;
CREATE OR REPLACE FUNCTION app.subject_of(target_type text, target_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case target_type
    when 'post' then (select p.creator_id from public.feed_posts p where p.id = target_id)
    when 'comment' then (select c.author_id from public.post_comments c where c.id = target_id)
    when 'user' then (select p.id from public.profiles p where p.id = target_id)
    when 'service' then (
      select p.id from public.profiles p where p.id = (app.offered_service(target_id) ->> 'creator_id')::uuid)
    when 'generation' then (select g.user_id from public.generations g where g.id = target_id)
    when 'message' then (
      select p.id from public.encrypted_messages m join public.profiles p on p.id = m.sender_id where m.id = target_id)
  end
$function$;
CREATE OR REPLACE FUNCTION public.delete_my_account(username text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

revoke all on function app.has_paid_orders(uuid) from public, anon, authenticated, service_role;
revoke all on function app.offered_service(uuid) from public, anon, authenticated, service_role;

comment on function app.subject_of(text,uuid) is 'Whose a publication, a comment, a message, a service or a generation is; of a person, themselves.';
comment on function public.delete_my_account(text) is 'Hides the account from everybody else at once, and answers when it will be gone for good. It names itself, by its username or, without one, its display name: PT400 username_mismatch. It takes a sign-in of the last fifteen minutes: PT403 sign_in_again. PT409 orders_open as long as money is held for an order of theirs. Asked again, the date stays.';
comment on function app.has_paid_orders(uuid) is 'Whether money is held for an order that they gave or make.';
comment on function app.offered_service(uuid) is 'Whose a service is and what it says; null where there is none.';
