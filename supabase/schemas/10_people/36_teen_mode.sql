-- Teen mode: from fifteen to eighteen. What it asks for is kept in the settings themselves, so that whoever reads them
-- keeps to it; these may be stricter, never looser, until the day that it ends.

create table app.teen_codes (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  code_hash bytea not null,
  failures int not null default 0 check (failures >= 0),
  failed_at timestamptz
);
comment on table app.teen_codes is 'With what a parent ends teen mode early; after five wrong ones none is looked at for an hour.';
alter table app.teen_codes enable row level security;

create function app.is_teen(p_person uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.profile_settings s where s.user_id = p_person and s.teen_until > current_date);
end
$$;

create function app.hears_from(p_person uuid, p_other uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not app.is_teen(p_person) or exists (
    select from public.follows f where f.follower_id = p_person and f.followee_id = p_other and f.state = 'active');
end
$$;
comment on function app.hears_from(uuid, uuid) is
  'Whether words that come with a present reach this person: in teen mode only of whom they follow.';

create function app.keep_teen_mode() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  -- 22:00 to 7:00.
  night constant int4range := '[1320,1860)';
begin
  if new.teen_until > current_date and (
    new.who_can_message = 'everyone' or new.who_can_mention = 'everyone' or new.max_rating > 0 or not new.noindex
    or new.ai_training or new.in_leaders or new.quiet_hours is null
    or not new.quiet_hours @> night and upper(new.quiet_hours) - lower(new.quiet_hours) < 1440)
  then
    raise exception 'Teen mode does not allow this' using errcode = 'PT403', hint = 'teen_mode';
  end if;
  return new;
end
$$;
comment on function app.keep_teen_mode() is 'PT403 teen_mode for a setting that is looser than teen mode.';

create trigger keep_teen_mode before update on public.profile_settings
  for each row execute function app.keep_teen_mode();

create function public.start_teen_mode(birth_date date, code text default null) returns date
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  until constant date := (birth_date + interval '18 years')::date;
  known date;
begin
  if birth_date is null or birth_date > current_date or birth_date < date '1900-01-01' then
    raise exception 'A date of birth' using errcode = 'PT422', hint = 'birth_invalid';
  end if;
  if until <= current_date then
    raise exception 'Teen mode is for whoever is under eighteen' using errcode = 'PT422', hint = 'teen_of_age';
  end if;
  if (birth_date + interval '15 years')::date > current_date then
    raise exception 'From 15 years on' using errcode = 'PT422', hint = 'teen_too_young';
  end if;
  if code !~ '^[0-9]{4,8}$' then
    raise exception 'Four to eight digits' using errcode = 'PT422', hint = 'code_invalid';
  end if;
  select s.teen_until into known from public.profile_settings s where s.user_id = me for update;
  if known > current_date then
    if known <> until then
      raise exception 'Teen mode is on already' using errcode = 'PT409', hint = 'teen_mode_on';
    end if;
    return known;
  end if;
  update public.profile_settings s set
    teen_until = until,
    who_can_message = case s.who_can_message when 'everyone' then 'following' else s.who_can_message end,
    who_can_mention = case s.who_can_mention when 'everyone' then 'following' else s.who_can_mention end,
    show_follow_lists = case s.show_follow_lists when 'everyone' then 'followers' else s.show_follow_lists end,
    max_rating = 0, noindex = true, ai_training = false, in_leaders = false, hide_counts = true,
    quiet_hours = case when s.quiet_hours @> int4range(1320, 1860) then s.quiet_hours else int4range(1320, 1860) end
  where s.user_id = me;
  update public.profiles p set is_private = true where p.id = me and not p.is_private;
  if code is not null then
    insert into app.teen_codes as kept (user_id, code_hash) values (me, app.teen_code_hash(me, code))
    on conflict (user_id) do update set code_hash = excluded.code_hash, failures = 0, failed_at = null;
  end if;
  return until;
end
$$;
comment on function public.start_teen_mode(date, text) is
  'Teen mode for oneself until one''s eighteenth birthday, which is all that is kept of the date, and which is answered; with a code of four to eight digits a parent ends it early. Settings become as strict as it asks; the account becomes private, which alone its person may take back. The same date again changes nothing. PT422 birth_invalid, teen_of_age, teen_too_young, code_invalid; PT409 teen_mode_on for another date; PT401.';

create function app.teen_code_hash(p_person uuid, p_code text) returns bytea
language sql immutable
set search_path = ''
as $$ select sha256(convert_to(p_person || ':' || p_code, 'UTF8')) $$;

create function public.teen_mode_has_code() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from app.teen_codes c where c.user_id = auth.uid());
end
$$;
comment on function public.teen_mode_has_code() is 'Whether a parent can end one''s teen mode with a code.';

create function public.end_teen_mode(code text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  kept app.teen_codes;
begin
  select * into kept from app.teen_codes c where c.user_id = me for update;
  if not found then
    raise exception 'There is no code' using errcode = 'PT404', hint = 'teen_code_none';
  end if;
  if kept.failures >= 5 then
    if kept.failed_at > now() - interval '1 hour' then
      raise exception 'Too many wrong codes' using errcode = 'PT429', hint = 'too_many_codes',
        detail = ceil(extract(epoch from kept.failed_at + interval '1 hour' - now()))::text;
    end if;
    kept.failures := 0;
  end if;
  if app.teen_code_hash(me, coalesce(code, '')) <> kept.code_hash then
    update app.teen_codes c set failures = kept.failures + 1, failed_at = now() where c.user_id = me;
    return false;
  end if;
  delete from app.teen_codes c where c.user_id = me;
  update public.profile_settings s set teen_until = null where s.user_id = me;
  return true;
end
$$;
comment on function public.end_teen_mode(text) is
  'Ends one''s teen mode with the code that a parent has set; false for a wrong one, which counts. The settings stay as they are. PT404 teen_code_none, PT429 too_many_codes (detail: seconds), PT401.';

create function public.correct_teen_mode(p_person uuid, p_until date) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profile_settings s set teen_until = p_until where s.user_id = p_person;
  delete from app.teen_codes c where c.user_id = p_person and p_until is null;
end
$$;
comment on function public.correct_teen_mode(uuid, date) is
  'For a date of birth that was wrong: until when teen mode lasts, null for not at all. The server''s alone.';

revoke execute on function
  app.is_teen(uuid), app.hears_from(uuid, uuid), app.keep_teen_mode(), app.teen_code_hash(uuid, text) from public;
revoke execute on function
  public.start_teen_mode(date, text), public.teen_mode_has_code(), public.end_teen_mode(text),
  public.correct_teen_mode(uuid, date) from public, anon, authenticated;
grant execute on function public.start_teen_mode(date, text), public.teen_mode_has_code(), public.end_teen_mode(text) to authenticated;
grant execute on function public.correct_teen_mode(uuid, date) to service_role;
