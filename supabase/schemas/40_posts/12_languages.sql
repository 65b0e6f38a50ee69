-- In which language a publication speaks: as its author says, else as its words tell.

create function app.language_of(p_words text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  with said as (
    select word.form, least(count(*), 3)::int as times
    from regexp_split_to_table(app.fold(left(p_words, 4000)), '[^[:alpha:]]+') as word (form)
    where word.form <> '' group by word.form
  ), marks (lang, words, letters) as (
    values
      ('fr', 'le la les l d un une des du de et est dans avec sur pour qui que qu au aux en ce cette ces son sa ses sous entre vers chez par plus pas il elle nous vous je tu leur deux trois femme homme fille chat chien soleil lumiere nuit jour ville village enfant petit petite grand grande noir noire blanc blanche rouge bleu bleue vert verte jaune oiseau fleur fleurs mer ciel foret visage robe vieux vieille roi reine maison riviere',
        '[éèêëàâîïôûùçœ]'),
      ('en', 'the a an of and is in with on for at to from by this that his her its under over between my your she he they we are was into near two three woman man girl boy cat dog sun sunset light night day city child black white red blue green yellow bird flower flowers sea sky forest face dress old young king queen house river wearing', null),
      ('es', 'el la los las un una de del y es en con para por que su sus al como sobre entre mujer hombre gato perro sol luz noche ciudad mar cielo casa', '[ñ¿¡]|ción'),
      ('pt', 'o a os as um uma de do da dos das e em no na nos nas com para por que seu sua ao sobre entre mulher homem gato sol luz noite cidade mar casa', '[ãõ]'),
      ('de', 'der die das ein eine und ist in mit auf von zu den dem im am frau mann katze hund sonne licht nacht stadt haus', '[äß]'),
      ('sw', 'ya wa na kwa katika ni za cha mwanamke mtu paka jua usiku', null)
  ), scores as (
    -- Letters alone tell nothing: names have them too.
    select m.lang, sum(s.times) + (lower(p_words) ~ coalesce(m.letters, '^$'))::int as score
    from marks m join said s on s.form = any (string_to_array(m.words, ' '))
    group by m.lang, m.letters
  ), ranked as (
    select s.lang, s.score, lead(s.score) over (order by s.score desc) as next_score, row_number() over (order by s.score desc) as place
    from scores s
  )
  select case
    when 2 * char_length(regexp_replace(p_words, '[^\u0600-\u06ff]', '', 'g'))
      > char_length(regexp_replace(p_words, '[^[:alpha:]]', '', 'g')) then 'ar'
    else (select r.lang from ranked r where r.place = 1 and r.score > coalesce(r.next_score, 0))
  end
$$;
comment on function app.language_of(text) is
  'The language of some words, by the small words and letters that are its own; null where none is ahead of all others.';

create function app.know_language() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.read_lang := coalesce(split_part(new.lang, '-', 1), app.language_of(
    concat_ws(' ', new.title, new.description, case when new.prompt_visible then new.prompt end)));
  return new;
end
$$;
comment on function app.know_language() is 'Settles read_lang from what others may read of a publication.';

create function app.my_languages() returns text[]
language sql stable security definer
set search_path = ''
as $$ select coalesce((select s.read_languages from public.profile_settings s where s.user_id = auth.uid()), '{}') $$;
comment on function app.my_languages() is 'The languages that who asks has chosen to be shown; empty for all of them.';

revoke execute on function app.language_of(text), app.know_language(), app.my_languages() from public;
grant execute on function app.my_languages() to anon, authenticated;
