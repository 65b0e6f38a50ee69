-- Paid credits that one person gives another: as a tip, for words that were not shown, or for running a workflow of theirs. 20 of 25 F a credit are the creator's.

create table billing.tips (
  id uuid primary key default app.uuid_v7(),
  kind text not null check (kind in ('tip', 'prompt', 'workflow')),
  giver_id uuid not null,
  creator_id uuid not null,
  post_id uuid,
  workflow_id uuid,
  credits int not null check (credits between 1 and 500),
  note text check (char_length(note) between 1 and 200),
  taken_back int not null default 0,
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  is_anonymous boolean not null default false,
  created_at timestamptz not null default billing.clock(),
  unique (giver_id, idempotency_key),
  constraint tips_not_to_oneself check (giver_id <> creator_id),
  constraint tips_prompt_of_post check (kind <> 'prompt' or post_id is not null),
  constraint tips_workflow_of_workflow check ((kind = 'workflow') = (workflow_id is not null)),
  constraint tips_taken_back check (taken_back between 0 and credits)
);
comment on table billing.tips is 'What people gave with credits that they had bought; gifts cannot be given, or free accounts would make money.';
comment on column billing.tips.is_anonymous is 'Whoever it is for is not told who gave it.';
comment on column billing.tips.taken_back is 'How many of those credits'' money went back.';
create index tips_of_giver on billing.tips (giver_id, id desc);
create unique index tips_prompt_once on billing.tips (giver_id, post_id) where kind = 'prompt';

create table public.prompt_prices (
  post_id uuid primary key references public.feed_posts (id) on delete cascade,
  credits int not null check (credits between 1 and 100)
);
comment on table public.prompt_prices is 'For how many credits a publication''s hidden words may be read.';
alter table public.prompt_prices enable row level security;
revoke all on public.prompt_prices from anon, authenticated;
grant select on public.prompt_prices to anon, authenticated;
create policy "whoever sees the publication sees the price" on public.prompt_prices
  for select to anon, authenticated using (exists (select from public.feed_posts p where p.id = post_id and not p.prompt_visible));

create function billing.give_paid(t billing.tips) returns billing.tips
language plpgsql
set search_path = ''
as $$
declare
  share constant bigint := 20;
  kept constant bigint := 5;
  giver constant text := 'user:' || t.giver_id;
  made billing.tips;
  paid bigint;
begin
  perform billing.check_person(t.giver_id);
  perform ledger.open_accounts(t.giver_id);
  paid := billing.locked_balance(giver, 'paid');
  select x.* into made from billing.tips x
  where x.giver_id = t.giver_id
    and (x.idempotency_key = t.idempotency_key or t.kind = 'prompt' and x.kind = 'prompt' and x.post_id = t.post_id);
  if found then
    -- Words are paid for once, at the price of that day; a tip's key opens none.
    if made.kind <> t.kind
      or t.kind = 'tip' and (made.creator_id, made.post_id, made.credits) is distinct from (t.creator_id, t.post_id, t.credits)
    then
      raise exception 'The key was used for something else' using errcode = 'PT422', hint = 'idempotency_mismatch';
    end if;
    return made;
  end if;
  if billing.locked_balance(giver, 'debt') < 0 then
    raise exception 'Something is owed' using errcode = 'PT409', hint = 'in_debt';
  end if;
  if paid < t.credits then
    raise exception 'Bought credits are missing' using errcode = 'PT402', hint = 'paid_credits_missing', detail = (t.credits - paid)::text;
  end if;
  insert into billing.tips (kind, giver_id, creator_id, post_id, workflow_id, credits, note, is_anonymous, idempotency_key)
  values (t.kind, t.giver_id, t.creator_id, t.post_id, t.workflow_id, t.credits, t.note, coalesce(t.is_anonymous, false), t.idempotency_key)
  returning * into made;
  perform ledger.post('tip:' || made.id, made.kind, jsonb_build_array(
    billing.leg(giver, 'paid', 'CREDIT', -made.credits), billing.leg('platform', 'revenue', 'CREDIT', made.credits),
    billing.leg('platform', 'royalty_pool', 'XOF', -share * made.credits),
    billing.leg('user:' || made.creator_id, 'pending', 'XOF', share * made.credits)), made.kind, made.id::text);
  perform billing.earn(made.creator_id, made.kind, made.id, share * made.credits, kept * made.credits);
  return made;
end
$$;
comment on function billing.give_paid(billing.tips) is
  'Moves bought credits and what they are worth, once per key. PT402 paid_credits_missing (detail: how many), PT409 in_debt, PT422 idempotency_mismatch, PT403 account_suspended, teen_mode.';

create function billing.take_tip_back(t billing.tips, p_credits int) returns void
language plpgsql
set search_path = ''
as $$
declare
  gone int;
begin
  update billing.tips x set taken_back = x.taken_back + p_credits where x.id = t.id returning x.taken_back into gone;
  perform billing.take_earned_back(format('tip_back:%s:%s', t.id, gone), t.creator_id, t.kind, t.id, 20 * p_credits);
end
$$;

create function app.tell_tip(t billing.tips) returns void
language sql
set search_path = ''
as $$
  select app.notify(t.creator_id, 'tip', app.notification_key('tip', t.id, clock_timestamp()), case when not t.is_anonymous then t.giver_id end,
    jsonb_strip_nulls(jsonb_build_object('what', t.kind, 'credits', t.credits, 'post_id', t.post_id, 'text', t.note)), t.id)
$$;

create function public.send_tip(creator uuid, credits int, key text, post uuid default null, note text default null, anonymous boolean default false)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  t billing.tips;
  is_known boolean;
begin
  if creator = me then
    raise exception 'To somebody else' using errcode = 'PT422', hint = 'tip_to_oneself';
  end if;
  if credits is null or credits not between 1 and 500 then
    raise exception 'From 1 to 500 credits' using errcode = 'PT422', hint = 'tip_size';
  end if;
  if char_length(note) > 200 or key is null or length(key) not between 8 and 100 then
    raise exception 'A note of 200 characters at most' using errcode = 'PT422', hint = 'tip_note';
  end if;
  if not exists (select from public.profiles p where p.id = creator and p.status = 'active' and not p.is_demo)
    or app.are_apart(creator, me) or not app.hears_from(creator, me)
    or post is not null and not exists (
      select from public.feed_posts p where p.id = post and p.creator_id = creator and app.sees_post(me, p.id))
  then
    raise exception 'There is nobody to give to' using errcode = 'PT404', hint = 'tip_nobody';
  end if;
  is_known := exists (select from billing.tips x where x.giver_id = me and x.idempotency_key = key);
  t := billing.give_paid(jsonb_populate_record(null::billing.tips, jsonb_build_object('kind', 'tip', 'giver_id', me,
    'creator_id', creator, 'post_id', post, 'credits', credits, 'note', nullif(btrim(note), ''), 'is_anonymous', coalesce(anonymous, false), 'idempotency_key', key)));
  if not is_known then
    perform app.tell_tip(t);
  end if;
  return jsonb_build_object('tip_id', t.id, 'credits', t.credits, 'francs', 20 * t.credits);
end
$$;
comment on function public.send_tip(uuid, int, text, uuid, text, boolean) is
  'Gives somebody bought credits, for a publication of theirs or for none, once per key; anonymous: they are not told by whom: {tip_id, credits, francs: what comes to them}. PT402 paid_credits_missing (detail: how many), PT404 tip_nobody, PT409 in_debt, PT422 tip_to_oneself, tip_size, tip_note, idempotency_mismatch, PT403 account_suspended, teen_mode.';

create function app.hidden_words(p_post uuid) returns text
language sql stable
set search_path = ''
as $$
  select g.prompt
  from public.feed_posts p
  join public.generation_images gi on gi.id = p.image_id
  join public.generations g on g.id = gi.generation_id
  where p.id = p_post
$$;

create function public.set_prompt_price(post uuid, credits int default null) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  is_shown boolean;
begin
  select p.prompt_visible into is_shown from public.feed_posts p where p.id = post and p.creator_id = me and p.status <> 'deleted';
  if not found then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'post_unknown';
  end if;
  if credits is null then
    delete from public.prompt_prices x where x.post_id = post;
    return;
  end if;
  if credits not between 1 and 100 then
    raise exception 'From 1 to 100 credits' using errcode = 'PT422', hint = 'prompt_price_size';
  end if;
  if is_shown or app.hidden_words(post) is null then
    raise exception 'Its words are shown to everybody' using errcode = 'PT409', hint = 'prompt_is_shown';
  end if;
  if char_length(btrim(app.hidden_words(post))) < 20 then
    raise exception 'Too few words to be paid for' using errcode = 'PT409', hint = 'prompt_too_short';
  end if;
  insert into public.prompt_prices values (post, credits) on conflict (post_id) do update set credits = excluded.credits;
end
$$;
comment on function public.set_prompt_price(uuid, int) is
  'For how many credits (1 to 100, null: not at all) others may read the hidden words of one''s own publication. PT404 post_unknown, PT409 prompt_is_shown, prompt_too_short (under twenty characters nobody would know what they paid for), PT422 prompt_price_size.';

create function public.unlock_prompt(post uuid, credits int) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  author uuid;
  price int;
  t billing.tips;
  is_known boolean;
begin
  select p.creator_id, x.credits into author, price
  from public.feed_posts p left join public.prompt_prices x on x.post_id = p.id
  where p.id = post and app.sees_post(me, p.id) and not p.prompt_visible;
  if not found then
    raise exception 'There is no such publication' using errcode = 'PT404', hint = 'post_unknown';
  end if;
  is_known := author = me or exists (select from billing.tips x where x.giver_id = me and x.post_id = post and x.kind = 'prompt');
  if not is_known then
    if price is null then
      raise exception 'These words are not for sale' using errcode = 'PT404', hint = 'prompt_not_sold';
    end if;
    if price is distinct from credits then
      raise exception 'The price is another one' using errcode = 'PT409', hint = 'price_changed', detail = price::text;
    end if;
    t := billing.give_paid(jsonb_populate_record(null::billing.tips, jsonb_build_object('kind', 'prompt', 'giver_id', me,
      'creator_id', author, 'post_id', post, 'credits', price, 'idempotency_key', 'prompt:' || post)));
    perform app.tell_tip(t);
  end if;
  return app.hidden_words(post);
end
$$;
comment on function public.unlock_prompt(uuid, int) is
  'The hidden words of a publication, paid for with bought credits, once; its author and whoever has paid read them again for nothing. PT402 paid_credits_missing, PT404 post_unknown, prompt_not_sold, PT409 price_changed (detail: the price), in_debt, PT403 account_suspended, teen_mode.';
