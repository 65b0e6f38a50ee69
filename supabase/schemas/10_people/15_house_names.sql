-- Names that pass for the house, whatever letters they are written with.

create function app.username_skeleton(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select replace(replace(translate(lower(given), '013457i8_.', 'oleastlb'), 'rn', 'm'), 'vv', 'w')
$$;
comment on function app.username_skeleton(text) is
  'What a name looks like at a glance, with look-alikes made one: adm1n and ad_min are admin. Other scripts need no table: names have a–z 0–9 _ . alone.';

create function app.letters_alike(given text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select translate(
    app.fold(translate(normalize(given, nfkc), 'ΝΗНΥУΒВ', 'NHHYYBB')),
    'авсԁеѕһіјкӏмпорԛгтѵԝхуαεηικμνορτυχγωσօոսհցզıłøɑɡɩʀᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘꜱᴛᴜᴠᴡʏᴢƒŧđħƚ',
    'abcdeshijklmnopqrtvwxyaenikmnoptuxywoonuhgqiloagirabcdeghijklmnopstuvwyzftdhl')
$$;
comment on function app.letters_alike(text) is
  'Small Latin letters without accents, for whatever looks like them: of other scripts, small capitals, full width. Those alone that the names of the house are made of.';

create function app.passes_for_house(given text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
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
$$;
comment on function app.passes_for_house(text) is
  'Whether a name shown to others says that its bearer is of the house: its name anywhere, an office alone (Support, Équipe de modération), or a check mark. Only what is read as such: « Admin Koné » is a person.';

revoke execute on function
  app.username_skeleton(text), app.letters_alike(text), app.passes_for_house(text) from public;
