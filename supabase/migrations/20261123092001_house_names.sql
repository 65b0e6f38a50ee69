CREATE OR REPLACE FUNCTION app.fill_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.first_name := app.clean_name(new.first_name);
  new.last_name := app.clean_name(new.last_name);
  new.chosen_name := app.clean_name(new.chosen_name);
  if app.passes_for_house(coalesce(new.chosen_name, concat_ws(' ', new.first_name, new.last_name))) then
    -- A sign-up is not refused for its names: they are left out. Whoever acts for the house may give it its name.
    if tg_op = 'INSERT' then
      new.first_name := null;
      new.last_name := null;
      new.chosen_name := null;
    elsif new.id = auth.uid() and (new.chosen_name, new.first_name, new.last_name)
      is distinct from (old.chosen_name, old.first_name, old.last_name) then
      raise exception 'This name passes for the house' using errcode = 'PT400', hint = 'name_reserved';
    end if;
  end if;
  new.username := lower(new.username::text);
  new.display_name := coalesce(new.chosen_name, left(app.display_name_for(new), 101));
  if tg_op = 'INSERT' or new.links is distinct from old.links then
    new.links := app.clean_links(new.links);
  end if;
  return new;
end
$function$;
CREATE OR REPLACE FUNCTION app.letters_alike(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select translate(
    app.fold(translate(normalize(given, nfkc), 'ΝΗНΥУΒВ', 'NHHYYBB')),
    'авсԁеѕһіјкӏмпорԛгтѵԝхуαεηικμνορτυχγωσօոսհցզıłøɑɡɩʀᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘꜱᴛᴜᴠᴡʏᴢƒŧđħƚ',
    'abcdeshijklmnopqrtvwxyaenikmnoptuxywoonuhgqiloagirabcdeghijklmnopstuvwyzftdhl')
$function$;
CREATE OR REPLACE FUNCTION app.passes_for_house(given text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  with read as (
    select app.letters_alike(given) as name
  ), words as (
    select app.username_skeleton(word) as word
    from read, regexp_split_to_table(read.name, '[^a-z0-9]+') as word
    where word <> ''
  ), house as (
    select app.username_skeleton(name) as name, true as is_telling from unnest('{
      admin,admins,administrator,administrateur,administratrice,administration,root,system,systeme,staff,official,officiel,
      officielle,moderator,moderateur,moderatrice,moderation,support,helpdesk,assistance,security,securite,verified,verifie,
      verifiee,certified,certifie,certifiee}'::text[]) as name
    union all
    select app.username_skeleton(name), false from unnest('{
      equipe,team,service,services,client,clients,technique,account,compte,help,aide,the,of,le,la,les,l,d,de,du,des}'::text[]) as name
  )
  -- A mark that elsewhere says that somebody was looked at.
  select given ~ '[\u2705\u2611\u2713\u2714\u237B\U0001F5F8\U0001F5F9]'
    or app.username_skeleton((select regexp_replace(name, '[^a-z0-9]', '', 'g') from read))
      like '%' || app.username_skeleton('cortexia') || '%'
    or exists (
      select from house, read
      where house.is_telling and house.name = app.username_skeleton(regexp_replace(read.name, '[^a-z0-9]', '', 'g')))
    or not exists (select from words where word not in (select house.name from house))
      and exists (select from words join house on house.name = words.word and house.is_telling)
$function$;

CREATE OR REPLACE FUNCTION app.display_name_for(person public.profiles)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    nullif(concat_ws(' ', person.first_name, person.last_name), ''),
    person.username::text,
    (
      select nullif(split_part(u.email, '@', 1), '') from auth.users u
      where u.id = person.id and not app.passes_for_house(split_part(u.email, '@', 1))),
    'Utilisateur' || right(person.id::text, 4))
$function$;

comment on function app.display_name_for(public.profiles) is 'Full name, else username, else the part of the e-mail before @ unless it passes for the house, else ''Utilisateur'' and the last 4 characters of the id (spec §3).';
comment on function app.fill_profile() is 'PT400 name_reserved for a name that passes for the house.';
comment on function app.letters_alike(text) is 'Small Latin letters without accents, for whatever looks like them: of other scripts, small capitals, full width. Those alone that the names of the house are made of.';
comment on function app.passes_for_house(text) is 'Whether a name shown to others says that its bearer is of the house: its name anywhere, an office alone (Support, Équipe de modération), or a check mark. Only what is read as such: « Admin Koné » is a person.';

revoke all on function app.letters_alike(text) from public, anon, authenticated, service_role;
revoke all on function app.passes_for_house(text) from public, anon, authenticated, service_role;
