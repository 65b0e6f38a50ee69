create table public.prompt_snippets (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  name text not null check (name ~ '^[[:alnum:]_]{1,30}$' and name = lower(name)),
  words text not null check (btrim(words) = words and char_length(words) between 1 and 500),
  created_at timestamptz not null default now(),
  unique (user_id, name)
);
alter table public.prompt_snippets enable row level security;

CREATE OR REPLACE FUNCTION public.save_prompt_snippet(name text, words text, snippet uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  saved uuid;
begin
  -- One at a time counts and adds, so that two at once do not pass the bound together.
  perform pg_advisory_xact_lock(hashtextextended('prompt_snippets:' || auth.uid()::text, 0));
  if snippet is not null then
    update public.prompt_snippets s
    set name = lower(save_prompt_snippet.name), words = btrim(save_prompt_snippet.words)
    where s.id = snippet and s.user_id = auth.uid()
    returning s.id into saved;
    if saved is null then
      raise exception 'There is no such snippet' using errcode = 'PT404', hint = 'snippet_not_found';
    end if;
    return saved;
  end if;
  if (select count(*) from public.prompt_snippets s where s.user_id = auth.uid()) >= 200 then
    raise exception 'At most 200 snippets' using errcode = 'PT409', hint = 'too_many';
  end if;
  insert into public.prompt_snippets (user_id, name, words)
  values (auth.uid(), lower(save_prompt_snippet.name), btrim(save_prompt_snippet.words))
  returning id into saved;
  return saved;
end
$function$;

create policy "people delete their snippets" on public.prompt_snippets for delete to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "people read their snippets" on public.prompt_snippets for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));

revoke all on function public.save_prompt_snippet(text,text,uuid) from public, anon, authenticated, service_role;
grant execute on function public.save_prompt_snippet(text,text,uuid) to authenticated;
grant execute on function public.save_prompt_snippet(text,text,uuid) to service_role;
revoke all on table public.prompt_snippets from public, anon, authenticated, service_role;
grant delete, select on table public.prompt_snippets to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.prompt_snippets to service_role;

comment on function public.save_prompt_snippet(text,text,uuid) is 'Keeps words under a name of letters, digits and _ (30 at most, small), or with `snippet` changes one; a name is given once (23505).';
comment on table public.prompt_snippets is 'Words of one''s own under a name: a character, a setting, a manner; 200 at most.';
