-- What the creators' area shows: how far somebody is, what came lately, and what people like them earn.

create function public.creator_overview() returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  lately constant timestamptz := billing.clock() - interval '7 days';
begin
  return jsonb_build_object(
    'checklist', jsonb_build_object(
      'posts', (select count(*) from (select from public.feed_posts p where p.creator_id = me and p.audience = 'public' limit 3) as few),
      'has_profile', (select p.avatar_url is not null and p.bio <> '' and p.username is not null from public.profiles p where p.id = me),
      'has_recovery_key', exists (select from public.user_key_backups b where b.user_id = me and b.confirmed_at is not null),
      'has_number', exists (select from billing.numbers n where n.user_id = me)),
    'averages', (
      select jsonb_build_object('remix_milli', coalesce(round(avg(r.milli)), 2500),
        'tip_credits', coalesce((
          select round(avg(t.credits)) from billing.tips t where t.kind = 'tip' and t.created_at > billing.clock() - interval '90 days'), 5))
      from billing.royalties r where r.level = 1 and r.milli > 0 and r.accrued_on > billing.today() - 90),
    'week', coalesce((
      select jsonb_object_agg(s.source, s.amount)
      from (
        select e.source, sum(e.amount - e.taken_back) as amount from billing.earnings e
        where e.user_id = me and e.created_at > lately group by e.source) as s), '{}'),
    'remixes', (select count(*) from public.feed_posts r join public.feed_posts p on p.id = r.remix_of
      where p.creator_id = me and r.creator_id <> me and r.audience = 'public' and r.created_at > lately));
end
$$;
comment on function public.creator_overview() is
  'For one''s creators'' area: {checklist: {posts (up to 3), has_profile, has_recovery_key, has_number}, averages: what a paid remix gave to its nearest picture in thousandths of a franc and how many credits a tip was of, over all people and ninety days (2500 and 5 before there are any), week: francs by source of the last seven days, remixes: new public ones of one''s pictures}. PT401.';
