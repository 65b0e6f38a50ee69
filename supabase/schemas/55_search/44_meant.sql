-- Who mistypes a word and finds nothing is asked whether they meant another one.

create function public.search_meant(query text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  form constant text := app.search_form(ltrim(left(btrim(search_meant.query), 200), '@#'));
  meant text;
begin
  if array_length(string_to_array(form, ' '), 1) > 6 then
    return null;
  end if;
  select string_agg(case when char_length(word) between 4 and 30 then app.word_meant(word) else word end, ' ' order by n)
  into meant
  from unnest(string_to_array(form, ' ')) with ordinality as typed (word, n);
  if meant is null or meant = form then
    return null;
  end if;
  -- Of what the asker may find, by the rules of search itself: a word of something hidden is nobody's hint.
  return case when exists (select from public.search_posts(meant, 1))
      or exists (select from app.searched_people(meant, now(), null, 1))
      or exists (select from public.search_hashtags(meant, 1)) then meant end;
end
$$;
comment on function public.search_meant(text) is
  'The text without its typing mistakes, as words that the asker can find something by; null where there is nothing better.';

revoke execute on function public.search_meant(text) from public, anon, authenticated;
grant execute on function public.search_meant(text) to authenticated;
