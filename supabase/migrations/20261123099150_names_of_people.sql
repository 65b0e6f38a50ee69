-- With its trigger on auth.users, which belongs to the service: whoever owns the function may take it away.
drop function app.handle_changed_email() cascade;

CREATE OR REPLACE FUNCTION app.display_name_for(person public.profiles)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    nullif(concat_ws(' ', person.first_name, person.last_name), ''),
    person.username::text,
    'Utilisateur' || right(person.id::text, 4))
$function$;
CREATE OR REPLACE FUNCTION public.change_username(username text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant text := app.clean_username(username);
  problem constant text := app.username_problem(auth.uid(), wanted);
begin
  if problem is null then
    update public.profiles p set username = wanted
    where p.id = auth.uid() and p.username is distinct from wanted::extensions.citext;
    return wanted;
  elsif problem = 'username_taken' then
    raise exception 'This username is taken'
      using errcode = 'PT409', hint = problem, detail = to_jsonb(app.free_usernames(wanted, 2))::text;
  end if;
  raise exception 'This is no username that can be had'
    using errcode = 'PT400', hint = problem, detail = to_jsonb(app.usernames_for(auth.uid(), 2))::text;
exception when unique_violation then
  raise exception 'This username is taken'
    using errcode = 'PT409', hint = 'username_taken', detail = to_jsonb(app.free_usernames(wanted, 2))::text;
end
$function$;
CREATE OR REPLACE FUNCTION public.username_free(username text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant text := app.clean_username(username);
  problem constant text := app.username_problem(auth.uid(), wanted);
begin
  return jsonb_build_object('free', problem is null, 'problem', problem,
    'suggestions', to_jsonb(case
      when problem is null then '{}'
      -- What is close to a name of the house would pass for it as well.
      when problem = 'username_reserved' then app.usernames_for(auth.uid(), 2)
      else app.free_usernames(wanted, 2) end));
end
$function$;
CREATE OR REPLACE FUNCTION app.give_username(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text;
begin
  if exists (select from public.profiles p where p.id = p_user and p.username is not null) then
    return;
  end if;
  foreach wanted in array app.usernames_for(p_user, 5) loop
    begin
      update public.profiles p set username = wanted where p.id = p_user and p.username is null;
      return;
    exception when unique_violation or sqlstate 'PT409' then
      -- Somebody took it at this moment: the next one.
      continue;
    end;
  end loop;
end
$function$;
CREATE OR REPLACE FUNCTION app.name_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.give_username(new.creator_id);
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION app.username_from(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select btrim(left(
    btrim(regexp_replace(translate(app.fold(name), '''’', ''), '[^a-z0-9]+', '.', 'g'), '.'), 25), '.')
$function$;
CREATE OR REPLACE FUNCTION app.usernames_for(p_user uuid, p_most integer)
 RETURNS text[]
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with own as (
    select app.username_from(coalesce(p.chosen_name, concat_ws(' ', p.first_name, p.last_name))) as name
    from public.profiles p where p.id = p_user
  ), offered as (
    select own.name as username, 1 as place from own where app.username_problem(p_user, own.name) is null
    union all
    select close.username, 2
    from own cross join unnest(app.free_usernames(own.name, p_most)) as close (username)
    where char_length(own.name) >= 3 and not app.is_reserved_username(own.name)
    union all
    select friend.username, 3 from unnest(app.free_usernames('ami', p_most)) as friend (username)
  )
  select array_agg(chosen.username)
  from (select offered.username from offered order by offered.place limit p_most) as chosen
$function$;

CREATE TRIGGER name_author BEFORE INSERT ON public.feed_posts FOR EACH ROW EXECUTE FUNCTION app.name_author();

revoke all on function app.give_username(uuid) from public, anon, authenticated, service_role;
revoke all on function app.name_author() from public, anon, authenticated, service_role;
revoke all on function app.username_from(text) from public, anon, authenticated, service_role;
revoke all on function app.usernames_for(uuid,integer) from public, anon, authenticated, service_role;

comment on function app.display_name_for(public.profiles) is 'Full name, else username, else ''Utilisateur'' and the last 4 characters of the id: an address, which its owner alone may read, is no name (decision 0039).';
comment on function public.change_username(text) is 'The new name; the old one leads here for thirty days. PT409 username_taken or PT400 username_invalid or username_reserved (their details are a JSON list of two that are free), PT429 too_many_usernames.';
comment on function app.give_username(uuid) is 'A username for somebody who has none, made of their names, else of « ami » and a number; nothing where they have one.';
comment on function app.name_author() is 'Whoever publishes can be found and mentioned: a username is there before the first publication.';
comment on function app.username_from(text) is 'What a name would be as a username: Awa N''Diaye is awa.ndiaye. It may be too short, reserved or taken.';
comment on function app.usernames_for(uuid,integer) is 'Usernames that are free for somebody: made of their names, else of « ami » and a number.';


-- Whoever was shown by their address: the trigger of the table makes the name anew.
update public.profiles p set updated_at = p.updated_at
where p.username is null and p.chosen_name is null and p.first_name is null and p.last_name is null;

-- Whoever has published already has a username too.
select app.give_username(p.id) from public.profiles p
where p.username is null and exists (select from public.feed_posts post where post.creator_id = p.id);
