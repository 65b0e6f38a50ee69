-- Telling that publications were seen.

create function stats.key_of(p_kind text) returns bytea
language plpgsql
set search_path = ''
as $$
declare
  began constant date := date_trunc(p_kind, now() at time zone 'UTC')::date;
  found bytea;
begin
  select k.key into found from stats.keys k where k.kind = p_kind and k.since = began;
  if found is null then
    insert into stats.keys (kind, since) values (p_kind, began) on conflict do nothing;
    select k.key into found from stats.keys k where k.kind = p_kind and k.since = began;
  end if;
  return found;
end
$$;

create function stats.network_of(p_address text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return network(set_masklen(p_address::inet, case family(p_address::inet) when 4 then 24 else 48 end))::text;
exception when data_exception then
  return '';
end
$$;
comment on function stats.network_of(text) is 'The /24 or /48 that an address is in; empty where it is none.';

create function stats.viewer() returns bigint
language plpgsql
set search_path = ''
as $$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  agent constant text := coalesce(headers ->> 'user-agent', '');
  who text := auth.uid()::text;
begin
  if who is null and (agent = '' or agent ~* 'bot|crawl|spider|slurp|preview|facebookexternalhit|headless|curl|wget|python|axios|node') then
    return null;
  end if;
  who := coalesce(who, stats.network_of(btrim(split_part(headers ->> 'x-forwarded-for', ',', 1))) || ' ' || agent);
  return ('x' || left(encode(extensions.hmac(convert_to(who, 'UTF8'),
    stats.key_of(case when auth.uid() is null then 'day' else 'month' end), 'sha256'), 'hex'), 16))::bit(64)::bigint
    & 4611686018427387903;
end
$$;
comment on function stats.viewer() is
  'Whoever asks as 62 bits that nobody can turn back: people by their id, visitors by their network and browser; null for a robot that says so.';

create function public.report_views(p_views jsonb) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me bigint;
  now_told constant timestamptz := clock_timestamp();
  pace stats.viewer_paces;
begin
  if jsonb_typeof(p_views) is distinct from 'array' or jsonb_array_length(p_views) not between 1 and 50 then
    raise exception 'From 1 to 50 views at once' using errcode = 'PT400', hint = 'views_invalid';
  end if;
  if exists (
    select from jsonb_array_elements(p_views) as told
    where jsonb_typeof(told) <> 'object'
      or coalesce(told ->> 'post_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or coalesce(told ->> 'source', '') not in ('feed', 'search', 'profile', 'link', 'remix', 'other')
  ) then
    raise exception 'A view is {post_id, source}' using errcode = 'PT400', hint = 'views_invalid';
  end if;
  me := stats.viewer();
  if me is null then
    return;
  end if;
  insert into stats.viewer_paces as known (viewer, since, views) values (me, now_told, jsonb_array_length(p_views))
  on conflict on constraint viewer_paces_pkey do update set
    since = case when known.since < now_told - interval '1 minute' then now_told else known.since end,
    views = excluded.views + case when known.since < now_told - interval '1 minute' then 0 else known.views end
  returning * into pace;
  if pace.views > 600 then
    return;
  end if;
  with told as (
    select distinct on (t.post_id) t.post_id, t.source
    from jsonb_to_recordset(p_views) as t (post_id uuid, source text)
    join public.feed_posts p on p.id = t.post_id and p.creator_id is distinct from auth.uid()
    where app.can_see_post(t.post_id)
    order by t.post_id
  ), counted as (
    insert into stats.seen as known (viewer, post_id, at) select me, t.post_id, now_told from told t
    on conflict on constraint seen_pkey do update set at = excluded.at where known.at <= excluded.at - interval '30 minutes'
    returning post_id
  )
  insert into stats.beats (at, post_id, viewer, source)
  select now_told, t.post_id, me, t.source from told t join counted c using (post_id);
end
$$;
comment on function public.report_views(jsonb) is
  'Whoever asks saw these publications, [{post_id, source}], 1 to 50 of them: at least half of the picture for a second (source: feed, search, profile, link, remix or other). Counted once per viewer and publication in thirty minutes; never one''s own, none that one may not see, no robots, nobody above 600 a minute; who it was is told nowhere. PT400 views_invalid.';

revoke execute on function stats.key_of(text), stats.network_of(text), stats.viewer() from public;
revoke execute on function public.report_views(jsonb) from public, anon, authenticated;
grant execute on function public.report_views(jsonb) to anon, authenticated;
