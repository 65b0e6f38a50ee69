-- Services: kept by their creators, found by everybody who is signed in.

create function billing.creator_figures(p_creator uuid) returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object('rating', rated.rating, 'reviews', rated.reviews, 'on_time', made.on_time, 'completed', made.completed,
    'answer_hours', answered.hours)
  from (
    select case when count(*) >= 3 then round(avg(r.rating), 1) end as rating, count(*) as reviews
    from (
      select x.rating from billing.commission_reviews x
      where x.subject_id = p_creator and x.role = 'client' and billing.is_revealed(x) order by x.id desc limit 50) as r) as rated,
  (
    select round(avg((c.status = 'accepted')::int), 2) as completed,
      round(avg((not exists (
        select from billing.commission_events e where e.commission_id = c.id and e.what = 'late'))::int), 2) as on_time
    from billing.commissions c
    where c.creator_id = p_creator and c.status in ('accepted', 'refunded', 'settled', 'ruled')) as made,
  (
    select round(extract(epoch from percentile_cont(0.5) within group (order by first.at - c.created_at)) / 3600) as hours
    from billing.commissions c
    cross join lateral (
      select min(e.at) as at from billing.commission_events e
      where e.commission_id = c.id and e.side = 'creator' and e.what in ('proposed', 'declined')) as first
    where c.creator_id = p_creator and c.mode <> 'instant' and first.at is not null) as answered
$$;
comment on function billing.creator_figures(uuid) is
  'What orders so far say of a creator: the mean of the last fifty reviews from three on, how many ended as agreed, how many on time, and the usual hours to an answer.';

create function billing.samples_answer(s billing.services) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('post_id', p.id, 'url', p.image_url, 'width', p.width, 'height', p.height,
    'thumbhash', p.thumbhash, 'alt', p.alt_text) order by array_position(s.samples, p.id)), '[]')
  from public.feed_posts p
  where p.id = any (s.samples) and p.audience = 'public' and p.status = 'published'
$$;

create function billing.service_answer(s billing.services, p_person uuid) returns jsonb
language sql volatile
set search_path = ''
as $$
  select jsonb_build_object('id', s.id, 'creator', billing.person_answer(s.creator_id), 'title', s.title, 'description', s.description,
      'refuses', s.refuses, 'mode', s.mode, 'price_from', s.price_from, 'options', s.options, 'days', s.days,
      'revisions_sketch', s.revisions_sketch, 'revisions_final', s.revisions_final, 'rights', s.rights, 'ai_share', s.ai_share,
      'languages', to_jsonb(s.languages), 'style', s.style, 'slots', s.slots, 'state', s.state,
      'away', case when s.away_to >= billing.today() then jsonb_build_object('from', s.away_from, 'to', s.away_to) end,
      'samples', billing.samples_answer(s), 'figures', billing.creator_figures(s.creator_id), 'now', billing.clock())
    || jsonb_build_object('free', place.free,
      'queue', (select count(*) from billing.commissions c where c.service_id = s.id and c.holds_place),
      'waiting', (select count(*) from billing.waitlist w where w.service_id = s.id and w.state = 'waiting'),
      'place', (
        select jsonb_build_object('state', w.state, 'until', w.offered_until, 'position', (
          select count(*) from billing.waitlist o where o.service_id = s.id and o.state = 'waiting' and o.id <= w.id))
        from billing.waitlist w where w.service_id = s.id and w.client_id = p_person and w.state in ('waiting', 'offered')),
      'can_request', billing.commissions_open() and s.creator_id <> p_person and (s.state = 'open' and place.free > 0 or exists (
        select from billing.waitlist w where w.service_id = s.id and w.client_id = p_person and w.state = 'offered' and w.offered_until > billing.clock())))
  from (select billing.free_places(s.id) as free) as place
$$;

create function public.save_service(details jsonb, service uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  d constant jsonb := coalesce(details, '{}');
  wrong constant text := billing.wrong_field(me, d);
  s billing.services;
begin
  if not exists (select from public.creators c where c.user_id = me and c.is_open) then
    raise exception 'The area is not open' using errcode = 'PT409', hint = 'not_a_creator';
  end if;
  if app.is_teen(me) then
    raise exception 'Orders are for whoever is eighteen' using errcode = 'PT403', hint = 'teen_mode';
  end if;
  if wrong is not null then
    raise exception 'This cannot stand: %', wrong using errcode = 'PT422', hint = 'service_invalid', detail = wrong;
  end if;
  if service is null then
    perform pg_advisory_xact_lock(hashtextextended('services:' || me, 0));
    if (select count(*) from billing.services x where x.creator_id = me) >= 20 then
      raise exception 'Twenty services at most' using errcode = 'PT429', hint = 'service_limit';
    end if;
  end if;
  select * into s from jsonb_populate_record(null::billing.services, jsonb_build_object('id', coalesce(service, app.uuid_v7()),
    'creator_id', me, 'title', billing.words(d -> 'title'), 'description', billing.words(d -> 'description'),
    'refuses', coalesce(billing.words(d -> 'refuses'), ''), 'mode', d ->> 'mode', 'price_from', d -> 'price_from',
    'options', coalesce(d -> 'options', '[]'), 'days', d -> 'days', 'revisions_sketch', coalesce(d -> 'revisions_sketch', '3'),
    'revisions_final', coalesce(d -> 'revisions_final', '1'), 'rights', d ->> 'rights', 'ai_share', d ->> 'ai_share',
    'languages', coalesce(d -> 'languages', '[]'), 'style', coalesce(billing.words(d -> 'style'), ''), 'slots', d -> 'slots',
    'away_from', d ->> 'away_from', 'away_to', d ->> 'away_to', 'samples', d -> 'samples'));
  if service is null then
    insert into billing.services (id, creator_id, title, description, refuses, mode, price_from, options, days, revisions_sketch, revisions_final,
      rights, ai_share, languages, style, slots, away_from, away_to, samples, state)
    values (s.id, me, s.title, s.description, s.refuses, s.mode, s.price_from, s.options, s.days, s.revisions_sketch, s.revisions_final,
      s.rights, s.ai_share, s.languages, s.style, s.slots, s.away_from, s.away_to, s.samples,
      case when billing.lost_disputes(me) >= 3 then 'closed' else 'open' end)
    returning * into s;
  else
    update billing.services x
    set title = s.title, description = s.description, refuses = s.refuses, mode = s.mode, price_from = s.price_from, options = s.options,
      days = s.days, revisions_sketch = s.revisions_sketch, revisions_final = s.revisions_final, rights = s.rights, ai_share = s.ai_share,
      languages = s.languages, style = s.style, slots = s.slots, away_from = s.away_from, away_to = s.away_to, samples = s.samples,
      updated_at = billing.clock()
    where x.id = service and x.creator_id = me
    returning * into s;
    if not found then
      raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
    end if;
    perform billing.offer_places(s.id);
  end if;
  return billing.service_answer(s, me);
end
$$;
comment on function public.save_service(jsonb, uuid) is
  'Makes or changes a service of one''s own; orders keep what they were made with. PT403 teen_mode, PT404 service_unknown, PT409 not_a_creator, PT422 service_invalid (detail: the field), PT429 service_limit.';

create function public.set_service_state(service uuid, state text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  s billing.services;
begin
  if state is null or state not in ('open', 'waitlist', 'closed') then
    raise exception 'Open, by the list, or closed' using errcode = 'PT422', hint = 'service_invalid', detail = 'state';
  end if;
  if state <> 'closed' and billing.lost_disputes(me) >= 3 then
    raise exception 'Closed after three disputes' using errcode = 'PT409', hint = 'services_closed';
  end if;
  if state <> 'closed' and app.is_teen(me) then
    raise exception 'Orders are for whoever is eighteen' using errcode = 'PT403', hint = 'teen_mode';
  end if;
  if state <> 'closed' and not exists (select from public.creators c where c.user_id = me and c.is_open) then
    raise exception 'The area is not open' using errcode = 'PT409', hint = 'not_a_creator';
  end if;
  update billing.services x set state = set_service_state.state, updated_at = billing.clock() where x.id = service and x.creator_id = me
  returning * into s;
  if not found then
    raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
  end if;
  perform billing.offer_places(s.id);
  return billing.service_answer(s, me);
end
$$;
comment on function public.set_service_state(uuid, text) is
  'open, waitlist or closed; the list is kept. PT403 teen_mode, PT404 service_unknown, PT409 services_closed, not_a_creator, PT422 service_invalid.';
create function public.my_services() returns jsonb
language sql volatile security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(billing.service_answer(s, auth.uid()) order by s.id desc), '[]')
  from billing.services s where s.creator_id = auth.uid()
$$;
comment on function public.my_services() is 'One''s own services, newest first.';

create function billing.is_shown(s billing.services, p_person uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select not app.are_apart(s.creator_id, p_person)
    and exists (select from public.profiles p where p.id = s.creator_id and p.status = 'active')
    and exists (select from public.creators c where c.user_id = s.creator_id and c.is_open)
    and not app.is_teen(s.creator_id)
$$;

create function public.services_of(creator uuid) returns jsonb
language sql volatile security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(billing.service_answer(s, auth.uid()) order by s.state = 'closed', s.id desc), '[]')
  from billing.services s where s.creator_id = creator and auth.uid() is not null and billing.is_shown(s, auth.uid())
$$;
comment on function public.services_of(uuid) is
  'What somebody makes for others, newest first, what is closed last; nothing where either has blocked the other.';

create function public.find_services(asked jsonb default '{}') returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  words constant text := app.fold(left(asked ->> 'words', 100));
  answer jsonb;
begin
  select jsonb_build_object('services', coalesce(jsonb_agg(billing.service_answer(f.s, me) order by (f.s).id desc), '[]'),
    'next', case when count(*) = 20 then (array_agg((f.s).id order by (f.s).id))[1] end)
  into answer
  from (
    select s from billing.services s
    where s.state <> 'closed' and billing.is_shown(s, me)
      and (app.uuid_or_null(asked ->> 'after') is null or s.id < app.uuid_or_null(asked ->> 'after'))
      and (words = '' or position(words in app.fold(concat_ws(' ', s.title, s.style, s.description))) > 0 or exists (
        select from public.profiles p where p.id = s.creator_id and position(words in app.fold(concat_ws(' ', p.username, p.display_name))) > 0))
      and (billing.whole(asked -> 'max_price') is null or s.price_from <= billing.whole(asked -> 'max_price'))
      and (billing.whole(asked -> 'max_days') is null or s.days <= billing.whole(asked -> 'max_days'))
      and (asked ->> 'ai_share' is null or s.ai_share = asked ->> 'ai_share')
      and (asked ->> 'rights' is null or s.rights = asked ->> 'rights')
      and (asked ->> 'language' is null or asked ->> 'language' = any (s.languages))
      and (asked ->> 'with_place' is distinct from 'true' or s.state = 'open' and billing.free_places(s.id) > 0)
    order by s.id desc limit 20) as f;
  return answer;
end
$$;
comment on function public.find_services(jsonb) is
  'Services that are offered, newest first, twenty at a time: {words, max_price, max_days, ai_share, rights, language, with_place, after}. Answers {services, next}.';

create function public.service_page(service uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  s billing.services;
begin
  select x.* into s from billing.services x where x.id = service;
  if s.id is null or s.creator_id <> me and (app.are_apart(s.creator_id, me) or not exists (
    select from public.profiles p where p.id = s.creator_id and p.status = 'active'))
  then
    raise exception 'There is no such service' using errcode = 'PT404', hint = 'service_unknown';
  end if;
  return billing.service_answer(s, me) || jsonb_build_object('reviews', coalesce((
    select jsonb_agg(billing.review_answer(r) order by r.id desc)
    from (
      select x.* from billing.commission_reviews x
      where x.subject_id = s.creator_id and x.role = 'client' and billing.is_revealed(x) order by x.id desc limit 20) as r), '[]'));
end
$$;
comment on function public.service_page(uuid) is 'A service with what its creator''s clients said. PT404 service_unknown.';
