-- How much of one kind a person does in an hour. Far above what anybody does by hand: what stands against scripts is
-- the work that each of these makes for others, in counts, notifications, lists and files.

create table app.paces (
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  since timestamptz not null,
  made int not null,
  primary key (user_id, kind)
);
comment on table app.paces is 'What somebody has done of one kind since the beginning of their hour.';

alter table app.paces enable row level security;

create function app.keep_to_pace() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  pace app.paces;
begin
  -- What the server does itself is done for many.
  if me is null then
    return new;
  end if;
  insert into app.paces as known (user_id, kind, since, made) values (me, tg_argv[0], clock_timestamp(), 1)
  on conflict (user_id, kind) do update set
    since = case when known.since < clock_timestamp() - interval '1 hour' then clock_timestamp() else known.since end,
    made = case when known.since < clock_timestamp() - interval '1 hour' then 1 else known.made + 1 end
  returning * into pace;
  if pace.made > tg_argv[1]::int then
    raise exception 'At most % in an hour', tg_argv[1] using errcode = 'PT429', hint = 'too_many_' || tg_argv[0],
      detail = ceil(extract(epoch from pace.since + interval '1 hour' - clock_timestamp()))::text;
  end if;
  return new;
end
$$;
comment on function app.keep_to_pace() is
  'For a kind and how many an hour has of it: PT429 too_many_{kind}; the detail is how many seconds are left of the hour.';

-- Each has the publications and their pictures follow.
create trigger a_keep_to_pace before update of is_private on public.profiles
  for each row when (old.is_private <> new.is_private) execute function app.keep_to_pace('privacy_changes', '10');

revoke execute on function app.keep_to_pace() from public;
