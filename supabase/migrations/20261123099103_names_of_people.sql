drop trigger handle_changed_email on auth.users;

drop function app.handle_changed_email();

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
CREATE OR REPLACE FUNCTION app.give_username(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  name constant text := (
    select app.username_from(coalesce(p.chosen_name, concat_ws(' ', p.first_name, p.last_name)))
    from public.profiles p where p.id = p_user and p.username is null);
  wanted text;
begin
  if name is null then
    return;
  end if;
  for wanted in
    select name where app.username_problem(p_user, name) is null
    union all select unnest(case when char_length(name) >= 3 then app.free_usernames(name, 5) end)
    union all select unnest(app.free_usernames('ami', 5))
  loop
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

CREATE TRIGGER name_author BEFORE INSERT ON public.feed_posts FOR EACH ROW EXECUTE FUNCTION app.name_author();

revoke all on function app.give_username(uuid) from public, anon, authenticated, service_role;
revoke all on function app.name_author() from public, anon, authenticated, service_role;
revoke all on function app.username_from(text) from public, anon, authenticated, service_role;

comment on function app.display_name_for(public.profiles) is 'Full name, else username, else ''Utilisateur'' and the last 4 characters of the id: an address, which its owner alone may read, is no name (decision 0039).';
comment on function app.give_username(uuid) is 'A username for somebody who has none, made of their names, else of « ami » and a number; nothing where they have one.';
comment on function app.name_author() is 'Whoever publishes can be found and mentioned: a username is there before the first publication.';
comment on function app.username_from(text) is 'What a name would be as a username: Awa N''Diaye is awa.ndiaye. It may be too short, reserved or taken.';

-- Whoever was shown by their address: the trigger of the table makes the name anew.
update public.profiles p set updated_at = p.updated_at
where p.username is null and p.chosen_name is null and p.first_name is null and p.last_name is null;

-- Whoever has published already has a username too.
select app.give_username(p.id) from public.profiles p
where p.username is null and exists (select from public.feed_posts post where post.creator_id = p.id);
