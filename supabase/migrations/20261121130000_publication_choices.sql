-- What the author decides about a publication: whether its words are shown, and whether others may start from it.
alter table public.feed_posts
  add column prompt_visible boolean not null default true,
  add column remix_allowed boolean not null default true;
comment on column public.feed_posts.prompt_visible is
  'Where false, prompt holds … for everybody, the author included; the words themselves stay with the creation.';
comment on column public.feed_posts.remix_allowed is
  'Where false, nobody but the author makes pictures from this one.';
grant insert (prompt_visible, remix_allowed), update (prompt_visible, remix_allowed) on public.feed_posts to authenticated;

create function app.hide_prompt() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not new.prompt_visible then
    new.prompt := '…';
  elsif tg_op = 'UPDATE' and not old.prompt_visible then
    select g.prompt into new.prompt
    from public.generation_images gi
    join public.generations g on g.id = gi.generation_id
    where gi.url = new.image_url and gi.user_id = new.creator_id
    order by gi.id desc
    limit 1;
    new.prompt := coalesce(new.prompt, old.prompt);
  end if;
  return new;
end
$$;
comment on function app.hide_prompt() is
  'Words that are not to be shown are not in the row, where any reader could ask for them; shown again, they come from the creation.';
revoke execute on function app.hide_prompt() from public, anon, authenticated;

-- After fill_post: triggers fire in the order of their names.
create trigger hide_prompt before insert or update of prompt_visible on public.feed_posts
  for each row execute function app.hide_prompt();
