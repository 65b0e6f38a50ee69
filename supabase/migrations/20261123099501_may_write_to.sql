CREATE OR REPLACE FUNCTION public.may_write_to(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select auth.uid() is not null and (
    app.state_if_written(person) is not null
    or not app.are_apart(auth.uid(), person) and exists (
      select from public.conversations c
      where c.pair_key = least(auth.uid(), person) || ':' || greatest(auth.uid(), person)))
$function$;

revoke all on function public.may_write_to(uuid) from public, anon, authenticated, service_role;
grant execute on function public.may_write_to(uuid) to authenticated;
grant execute on function public.may_write_to(uuid) to service_role;

comment on function public.may_write_to(uuid) is 'Whether start_conversation would lead to a conversation with this person, apart from how many one has begun.';
