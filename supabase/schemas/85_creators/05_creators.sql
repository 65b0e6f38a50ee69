-- Being a creator is a row of one's own: no application, no staff, no role.

create table public.creators (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  is_open boolean not null default true,
  remix_bp int not null default 1000 check (remix_bp in (0, 500, 1000)),
  blocks jsonb not null default '[]'
    constraint creators_blocks_check check (jsonb_typeof(blocks) = 'array' and jsonb_array_length(blocks) <= 12
      and octet_length(blocks::text) <= 16384),
  activated_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
comment on table public.creators is 'The creators'' area of those who have opened it: what their profile shows as « Vitrine », and what part of remixes they want.';
comment on column public.creators.is_open is 'Closed, the Vitrine is hidden; what was earned, and remixes that go on, are not touched.';
comment on column public.creators.remix_bp is 'The part of the nearest remix, in hundredths of a per cent: 10, 5 or 0 %. Farther ones follow in proportion.';
comment on column public.creators.blocks is 'What the Vitrine shows, in order, as app.check_blocks knows it.';

alter table public.creators enable row level security;
revoke all on public.creators from anon, authenticated;
grant select on public.creators to anon, authenticated;
create policy "visitors read what is open" on public.creators
  for select to anon using (is_open and exists (select from public.profiles p where p.id = user_id));
create policy "people read their own and what is open to them" on public.creators
  for select to authenticated using (
    user_id = (select auth.uid()) or is_open and exists (select from public.profiles p where p.id = user_id));

create trigger touch before update on public.creators
  for each row execute function app.touch();

create function app.check_block(p_person uuid, p_block jsonb) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(case p_block ->> 'kind'
    when 'about' then p_block - '{kind,text}'::text[] = '{}' and char_length(btrim(p_block ->> 'text')) between 1 and 800
    when 'licence' then p_block - '{kind,licence}'::text[] = '{}'
      and p_block ->> 'licence' in ('perso', 'commercial', 'cc-by', 'cc-by-nc', 'cc0')
    when 'links' then p_block - '{kind,links}'::text[] = '{}' and jsonb_array_length(p_block -> 'links') between 1 and 3 and (
      select bool_and(link - '{label,url}'::text[] = '{}' and char_length(btrim(link ->> 'label')) between 1 and 40
        and char_length(link ->> 'url') <= 300 and link ->> 'url' ~ '^https://[^\s/?#@]+\.[^\s@]+$')
      from jsonb_array_elements(p_block -> 'links') as link)
    when 'posts' then p_block - '{kind,ids}'::text[] = '{}' and jsonb_array_length(p_block -> 'ids') between 1 and 9 and (
      select bool_and(exists (
        select from public.feed_posts p where p.id::text = given.id and p.creator_id = p_person and p.audience = 'public'))
      from jsonb_array_elements_text(p_block -> 'ids') as given (id))
    when 'series' then p_block - '{kind,ids}'::text[] = '{}' and jsonb_array_length(p_block -> 'ids') between 1 and 9 and (
      select bool_and(exists (
        select from public.collections c where c.id::text = given.id and c.owner_id = p_person and c.visibility = 'public' and c.deleted_at is null))
      from jsonb_array_elements_text(p_block -> 'ids') as given (id))
    when 'prompt_prices' then p_block - '{kind}'::text[] = '{}'
  end, false)
$$;
comment on function app.check_block(uuid, jsonb) is
  'Whether that is a block of this person''s Vitrine: about {text}, licence {licence}, links {links: [{label, url}]}, posts {ids} (their own, public), series {ids} (collections of theirs that are public), prompt_prices {}.';

create function public.activate_creator() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  if not exists (select from public.profiles p where p.id = me and p.status = 'active') then
    raise exception 'This account is suspended' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  insert into public.creators (user_id) values (me) on conflict (user_id) do update set is_open = true;
  perform ledger.account('user:' || me, kind, 'XOF') from unnest(array['pending', 'earned', 'payable']) as kind;
end
$$;
comment on function public.activate_creator() is
  'Opens one''s creators'' area, or opens it again. PT403 account_suspended, PT401.';

create function public.close_creator() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.creators c set is_open = false where c.user_id = app.require_person();
end
$$;
comment on function public.close_creator() is 'Hides one''s Vitrine. What was earned and what remixes go on earning stays.';

create function public.set_remix_part(percent int) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if percent is null or percent not in (0, 5, 10) then
    raise exception '10, 5 or 0 per cent' using errcode = 'PT422', hint = 'remix_part_invalid';
  end if;
  update public.creators c set remix_bp = percent * 100 where c.user_id = app.require_person();
  if not found then
    raise exception 'The area is not open' using errcode = 'PT409', hint = 'not_a_creator';
  end if;
end
$$;
comment on function public.set_remix_part(int) is
  'What part of a remix''s 25 F a credit one wants: 10, 5 or 0 per cent; nobody pays more or less for it. PT422 remix_part_invalid, PT409 not_a_creator.';

create function public.save_showcase(blocks jsonb) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  wrong int;
begin
  if blocks is null or jsonb_typeof(blocks) <> 'array' or jsonb_array_length(blocks) > 12 then
    raise exception 'Twelve blocks at most' using errcode = 'PT422', hint = 'showcase_too_long';
  end if;
  select min(given.place) into wrong
  from jsonb_array_elements(blocks) with ordinality as given (block, place)
  where jsonb_typeof(given.block) <> 'object' or not app.check_block(me, given.block);
  if wrong is not null then
    raise exception 'Block % cannot be shown', wrong
      using errcode = 'PT422', hint = 'showcase_block_invalid', detail = (blocks -> (wrong - 1) ->> 'kind');
  end if;
  update public.creators c set blocks = save_showcase.blocks where c.user_id = me;
  if not found then
    raise exception 'The area is not open' using errcode = 'PT409', hint = 'not_a_creator';
  end if;
end
$$;
comment on function public.save_showcase(jsonb) is
  'What one''s profile shows as « Vitrine ». PT422 showcase_too_long, showcase_block_invalid (detail: the kind of the block), PT409 not_a_creator.';
