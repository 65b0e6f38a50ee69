-- The words that occur in what may be found: what a mistyped word is compared with.

create table app.known_words (
  word text primary key check (char_length(word) between 4 and 30)
);
comment on table app.known_words is
  'Words that stand, or stood, in public publications and names, in search form. None is offered that finds nothing any more.';
create index known_words_alike on app.known_words using gin (word extensions.gin_trgm_ops);

create function app.words_of(form text) returns setof text
language sql immutable parallel safe
set search_path = ''
as $$
  select distinct word from regexp_split_to_table(form, '[^[:alnum:]]+') as word
  where char_length(word) between 4 and 30 and word !~ '^\d+$'
$$;
comment on function app.words_of(text) is 'The words of a text in search form that are long enough to be mistyped.';

create function app.learn_words(form text) returns void
language sql
set search_path = ''
as $$
  -- In one order, so that two who learn the same words never wait for each other in a circle.
  insert into app.known_words (word)
  select found.word from app.words_of(form) as found (word)
  where not exists (select from app.known_words known where known.word = found.word)
  order by found.word
  on conflict do nothing
$$;
comment on function app.learn_words(text) is 'Keeps the words of a text that are new. Nearly all are known: a publication only reads.';

create function app.typing_distance(one text, other text) returns int
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  above int[];
  former int[];
  row_now int[] := array(select generate_series(0, char_length(other)));
begin
  for i in 1..char_length(one) loop
    above := former;
    former := row_now;
    row_now := array[i];
    for j in 1..char_length(other) loop
      row_now[j + 1] := least(former[j + 1] + 1, row_now[j] + 1,
        former[j] + (substr(one, i, 1) <> substr(other, j, 1))::int);
      if i > 1 and j > 1 and substr(one, i, 1) = substr(other, j - 1, 1) and substr(one, i - 1, 1) = substr(other, j, 1) then
        row_now[j + 1] := least(row_now[j + 1], above[j - 1] + 1);
      end if;
    end loop;
  end loop;
  return row_now[char_length(other) + 1];
end
$$;
comment on function app.typing_distance(text, text) is
  'How many letters were typed wrong, too often, not at all, or in the order of their neighbour.';

create function app.word_meant(word text) returns text
language sql volatile
set search_path = ''
-- Two letters of a short word in each other's place leave few trigrams as they were.
set pg_trgm.similarity_threshold = 0.2
as $$
  select coalesce((
    select near.word
    from (
      select known.word, extensions.similarity(known.word, word_meant.word) as alike
      from app.known_words known
      where known.word operator(extensions.%) word_meant.word
        and not exists (select from app.known_words same where same.word = word_meant.word)
      order by alike desc, known.word
      limit 50) as near,
      lateral app.typing_distance(word_meant.word, near.word) as distance
    where distance <= case when char_length(word_meant.word) > 5 then 2 else 1 end
    order by distance, near.alike desc, near.word
    limit 1), word_meant.word)
$$;
comment on function app.word_meant(text) is 'The known word that somebody who typed this one may have meant; itself where it is known, or none is near.';

revoke execute on function
  app.words_of(text), app.learn_words(text), app.typing_distance(text, text), app.word_meant(text) from public;
