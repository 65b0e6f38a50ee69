-- How many there are of what around a person, and what they have settled.

create table public.profile_counters (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  posts_count int not null default 0 check (posts_count >= 0),
  followers_count int not null default 0 check (followers_count >= 0),
  following_count int not null default 0 check (following_count >= 0),
  remixes_received_count int not null default 0 check (remixes_received_count >= 0)
) with (fillfactor = 60);
comment on table public.profile_counters is
  'Caches, written by triggers alone in the transaction of what they count; app.recount_people() counts anew. Room is left on each page, so that a change of a count touches no index.';
comment on column public.profile_counters.posts_count is 'Publications for everybody or for followers that are not removed or deleted.';
comment on column public.profile_counters.remixes_received_count is 'Public remixes that others made of this person''s publications.';

alter table public.profile_counters enable row level security;
revoke all on public.profile_counters from anon, authenticated;
grant select on public.profile_counters to anon, authenticated;
create policy "everybody reads counts" on public.profile_counters
  for select to anon, authenticated using (true);

create table public.profile_settings (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  who_can_message text not null default 'everyone' check (who_can_message in ('everyone', 'following', 'nobody')),
  who_can_mention text not null default 'everyone' check (who_can_mention in ('everyone', 'following', 'nobody')),
  default_remix_allowed boolean not null default true,
  default_prompt_visible boolean not null default true,
  read_receipts boolean not null default true,
  typing_indicators boolean not null default true,
  show_follow_lists text not null default 'everyone' check (show_follow_lists in ('everyone', 'followers', 'nobody')),
  noindex boolean not null default false,
  ai_training boolean not null default false,
  max_rating smallint not null default 1 check (max_rating between 0 and 3),
  data_saver text not null default 'auto' check (data_saver in ('auto', 'cellular', 'on', 'off')),
  data_day_budget_mb int check (data_day_budget_mb between 1 and 1000000),
  data_budget_mb int check (data_budget_mb between 1 and 1000000),
  quiet_hours int4range check (
    not isempty(quiet_hours) and not lower_inf(quiet_hours) and not upper_inf(quiet_hours)
    and lower(quiet_hours) between 0 and 1439 and upper(quiet_hours) - lower(quiet_hours) <= 1440),
  time_zone text not null default 'Africa/Abidjan' check (char_length(time_zone) <= 60),
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  text_size text not null default 'normal' check (text_size in ('small', 'normal', 'large', 'largest')),
  motion text not null default 'system' check (motion in ('system', 'reduced', 'full')),
  contrast text not null default 'system' check (contrast in ('system', 'more')),
  language text check (language in ('fr', 'en')),
  shortcuts boolean not null default true,
  hide_counts boolean not null default false,
  feed_rules jsonb not null default '[]' check (jsonb_typeof(feed_rules) = 'array' and octet_length(feed_rules::text) <= 8192),
  updated_at timestamptz not null default now(),
  show_likers boolean not null default true,
  low_balance_at smallint default 2 check (low_balance_at between 1 and 100),
  read_languages text[] not null default '{}'
    check (cardinality(read_languages) <= 20 and array_to_string(read_languages, ',', '') ~ '^([a-z]{2,3}(,[a-z]{2,3})*)?$'),
  default_comments_policy text not null default 'everyone' check (default_comments_policy in ('everyone', 'followers', 'nobody')),
  in_leaders boolean not null default true,
  digest_minute smallint check (digest_minute between 0 and 1439),
  teen_until date
);
comment on column public.profile_settings.teen_until is
  'The eighteenth birthday of somebody in teen mode, which lasts until then. Only start_teen_mode and end_teen_mode write it.';
comment on column public.profile_settings.data_saver is
  'cellular: on away from Wi-Fi, where the browser tells the two apart; elsewhere as auto.';
comment on column public.profile_settings.digest_minute is
  'The minute of the day, in time_zone, at which one push tells what need not be told at once; null: as it happens.';
comment on column public.profile_settings.low_balance_at is 'How few credits are told as few, once; null: never.';
comment on column public.profile_settings.quiet_hours is
  'Minutes of the day in time_zone; a night that passes midnight goes on past 1440: [1320,1860) is from 22:00 to 7:00.';
comment on column public.profile_settings.max_rating is 'The most sensitive publications that this person wants to be shown.';
comment on column public.profile_settings.read_languages is
  'Of which languages lists and search show publications, besides those of which none is known; empty for all.';
comment on column public.profile_settings.default_comments_policy is 'Who may comment, proposed with each publication.';
comment on column public.profile_settings.in_leaders is 'May be named among those of the week.';
comment on column public.profile_settings.show_likers is 'Others see who likes this person''s publications.';
comment on column public.profile_settings.language is 'Null: what the browser asks for.';

alter table public.profile_settings enable row level security;
revoke all on public.profile_settings from anon, authenticated;
grant
  select,
  update (who_can_message, who_can_mention, default_remix_allowed, default_prompt_visible, read_receipts,
    typing_indicators, show_follow_lists, show_likers, noindex, ai_training, max_rating, data_saver, data_day_budget_mb, data_budget_mb,
    low_balance_at, quiet_hours, time_zone, theme, text_size, motion, contrast, language, shortcuts, hide_counts, feed_rules, read_languages,
    default_comments_policy, in_leaders, digest_minute)
on public.profile_settings to authenticated;
create policy "people read their own settings" on public.profile_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people change their own settings" on public.profile_settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function app.fill_settings() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.time_zone <> old.time_zone then
    perform now() at time zone new.time_zone;
  end if;
  new.updated_at := now();
  return new;
exception when invalid_parameter_value then
  raise exception 'There is no such time zone' using errcode = 'PT400', hint = 'time_zone_unknown';
end
$$;

create trigger fill_settings before update on public.profile_settings
  for each row execute function app.fill_settings();

create function app.follow_noindex() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profiles p set noindex = new.noindex where p.id = new.user_id;
  return null;
end
$$;

create trigger follow_noindex after update of noindex on public.profile_settings
  for each row when (old.noindex <> new.noindex) execute function app.follow_noindex();

create function app.lets_train(p_person uuid) returns boolean
language sql stable
set search_path = ''
as $$ select coalesce((select s.ai_training from public.profile_settings s where s.user_id = p_person), false) $$;
comment on function app.lets_train(uuid) is
  'Whether somebody lets their pictures serve to train models; pages and files say so to whoever reads them by machine.';

create function app.equip_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.profile_counters (user_id) values (new.id);
  insert into public.profile_settings (user_id) values (new.id);
  return null;
end
$$;
comment on function app.equip_profile() is 'Every profile has its row of counts and its row of settings, from its first moment.';

create trigger equip_profile after insert on public.profiles
  for each row execute function app.equip_profile();

revoke execute on function
  app.fill_settings(), app.follow_noindex(), app.lets_train(uuid), app.equip_profile() from public;
