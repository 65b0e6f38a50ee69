-- What a person does not want to see.

create table public.post_hides (
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
comment on table public.post_hides is '« Pas intéressé »: hidden from one''s lists, and a sign for « Pour vous ».';
create index post_hides_of_post on public.post_hides (post_id);

alter table public.post_hides enable row level security;
revoke all on public.post_hides from anon, authenticated;
grant select, insert (post_id, user_id), delete on public.post_hides to authenticated;
create policy "people read what they hid" on public.post_hides
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people hide what they can see" on public.post_hides
  for insert to authenticated with check (user_id = (select auth.uid()) and app.can_see_post(post_id));
create policy "people show again what they hid" on public.post_hides
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger a_keep_to_pace before insert on public.post_hides
  for each row execute function app.keep_to_pace('hides', '1000');

-- Visitors hide nothing and have no rights on what members hide, so similar_posts asks for it by a function.
create function app.my_hides() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(newest.post_id), '{}')
  from (
    select h.post_id from public.post_hides h where h.user_id = auth.uid() order by h.created_at desc limit 1000
  ) as newest
$$;
comment on function app.my_hides() is 'What the caller has put aside, the last thousand; nothing for a visitor.';

revoke execute on function app.my_hides() from public;
grant execute on function app.my_hides() to anon, authenticated, service_role;
