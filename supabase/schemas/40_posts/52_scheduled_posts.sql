-- Publications whose hour is still to come. Until then they are no publications: nothing of them is counted, listed or told.

create table public.scheduled_posts (
  id uuid primary key default app.uuid_v7(),
  creator_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  publish_at timestamptz not null,
  prompt text not null,
  title text,
  description text,
  hashtags text not null default '',
  image_url text not null,
  image_id uuid references public.generation_images (id) on delete cascade,
  visibility text not null default 'public' check (visibility in ('public', 'followers', 'unlisted', 'private')),
  metadata jsonb not null default '{}',
  alt_text text,
  prompt_visible boolean not null default true,
  remix_allowed boolean not null default true,
  comments_policy text not null default 'everyone' check (comments_policy in ('everyone', 'followers', 'nobody')),
  rating smallint not null default 0,
  license text not null default 'perso' check (license in ('perso', 'commercial', 'cc-by', 'cc-by-nc', 'cc0')),
  refusal text,
  created_at timestamptz not null default clock_timestamp(),
  lang text,
  more_images jsonb not null default '[]',
  prompt_on_request boolean not null default false
);
comment on column public.scheduled_posts.id is 'Of the publication that it becomes, so that it becomes one at most.';
comment on column public.scheduled_posts.publish_at is 'By the server''s clock; at most thirty days ahead.';
comment on column public.scheduled_posts.refusal is
  'Why it could not be published at its hour: the name of the refusal. It is not tried again until its author says so.';
create index scheduled_posts_due on public.scheduled_posts (publish_at) where refusal is null;
create index scheduled_posts_of_creator on public.scheduled_posts (creator_id, publish_at);
create unique index scheduled_posts_of_image on public.scheduled_posts (image_id);

alter table public.scheduled_posts enable row level security;
revoke all on public.scheduled_posts from anon, authenticated;
grant
  select,
  insert (id, creator_id, publish_at, prompt, title, description, hashtags, image_url, visibility, metadata, alt_text,
    prompt_visible, remix_allowed, comments_policy, rating, license, lang, more_images, prompt_on_request),
  update (publish_at),
  delete
on public.scheduled_posts to authenticated;
create policy "people read what they have planned" on public.scheduled_posts
  for select to authenticated using (creator_id = (select auth.uid()));
create policy "people plan publications of their own" on public.scheduled_posts
  for insert to authenticated with check (creator_id = (select auth.uid()));
create policy "people change the hour of what they have planned" on public.scheduled_posts
  for update to authenticated using (creator_id = (select auth.uid())) with check (creator_id = (select auth.uid()));
create policy "people cancel what they have planned" on public.scheduled_posts
  for delete to authenticated using (creator_id = (select auth.uid()));

create function app.insert_planned(planned public.scheduled_posts) returns void
language sql
set search_path = ''
as $$
  insert into public.feed_posts (id, creator_id, prompt, title, description, hashtags, image_url, visibility, metadata,
    alt_text, prompt_visible, remix_allowed, comments_policy, rating, license, lang, more_images, prompt_on_request)
  values (planned.id, planned.creator_id, planned.prompt, planned.title, planned.description, planned.hashtags,
    planned.image_url, planned.visibility, planned.metadata, planned.alt_text, planned.prompt_visible,
    planned.remix_allowed, planned.comments_policy, planned.rating, planned.license, planned.lang, planned.more_images,
    planned.prompt_on_request)
$$;

create function app.check_planned() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Before the rehearsal, which would tell a stranger whose picture it is.
  if auth.uid() <> new.creator_id then
    raise exception 'Everybody plans for themselves' using errcode = 'insufficient_privilege';
  end if;
  if new.publish_at <= clock_timestamp() then
    raise exception 'This time has passed' using errcode = 'PT400', hint = 'schedule_past';
  end if;
  if new.publish_at > clock_timestamp() + interval '30 days' then
    raise exception 'At most thirty days ahead' using errcode = 'PT400', hint = 'schedule_too_far';
  end if;
  new.refusal := null;
  if tg_op = 'UPDATE' then
    return new;
  end if;
  -- Whoever plans two at once waits for the first.
  perform from public.profiles p where p.id = new.creator_id for no key update;
  if 50 <= (select count(*) from public.scheduled_posts s where s.creator_id = new.creator_id) then
    raise exception 'At most fifty at once' using errcode = 'PT409', hint = 'too_many_scheduled';
  end if;
  -- What would be refused at its hour is refused now: it is published and taken back.
  begin
    perform app.insert_planned(new);
    select p.image_id, p.image_url, p.more_images into strict new.image_id, new.image_url, new.more_images from public.feed_posts p where p.id = new.id;
    raise exception 'rehearsed' using errcode = 'RH000';
  exception when sqlstate 'RH000' then
    null;
  end;
  return new;
end
$$;
comment on function app.check_planned() is
  'PT400 schedule_past or schedule_too_far, PT409 too_many_scheduled, and whatever refuses the publication itself.';

create trigger a_keep_to_pace before insert on public.scheduled_posts
  for each row execute function app.keep_to_pace('posts', '500');
create trigger check_planned before insert or update of publish_at on public.scheduled_posts
  for each row execute function app.check_planned();

create function app.publish_planned(planned public.scheduled_posts) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from public.profiles p where p.id = planned.creator_id and p.status = 'active') then
    raise exception 'This account is not active' using errcode = 'PT403', hint = 'account_not_active';
  end if;
  perform app.insert_planned(planned);
  delete from public.scheduled_posts s where s.id = planned.id;
end
$$;
comment on function app.publish_planned(public.scheduled_posts) is
  'In one transaction a publication and no plan any more; for whoever holds the row.';

create function public.publish_due_posts(p_limit int default 50) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  planned public.scheduled_posts;
  refused text;
  named text;
  published int := 0;
begin
  for planned in
    select s.* from public.scheduled_posts s
    where s.publish_at <= clock_timestamp() and s.refusal is null
    order by s.publish_at
    limit p_limit
    for update skip locked
  loop
    begin
      perform app.publish_planned(planned);
      perform app.notify(planned.creator_id, 'system', app.notification_key('system', planned.id, clock_timestamp()), null,
        jsonb_build_object('what', 'planned_published', 'post_id', planned.id), planned.id);
      published := published + 1;
    exception when others then
      get stacked diagnostics refused = returned_sqlstate, named = pg_exception_hint;
      -- A deadlock, a full disk: the next round tries again.
      if left(refused, 2) not in ('PT', '22', '23', 'P0') then
        raise warning 'A planned publication waits for the next round: %', refused;
        continue;
      end if;
      update public.scheduled_posts s set refusal = coalesce(nullif(named, ''), refused) where s.id = planned.id;
      perform app.notify(planned.creator_id, 'system', app.notification_key('system', planned.id, clock_timestamp()), null,
        jsonb_build_object('what', 'planned_refused', 'url', '/profile?tab=drafts'), planned.id);
    end;
  end loop;
  return published;
end
$$;
comment on function public.publish_due_posts(int) is
  'Publishes what is due, each once however many ask at the same time, and tells its author; answers how many. For post-worker.';

create function public.publish_planned_now(id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  planned public.scheduled_posts;
begin
  select s.* into planned from public.scheduled_posts s
  where s.id = publish_planned_now.id and s.creator_id = auth.uid()
  for update;
  if planned.id is null then
    raise exception 'Nothing is planned there' using errcode = 'PT404', hint = 'not_planned';
  end if;
  perform app.publish_planned(planned);
end
$$;
comment on function public.publish_planned_now(uuid) is
  'Publishes at once what its author had planned for later. PT404 not_planned where it is published already, or was cancelled.';

revoke execute on function
  app.insert_planned(public.scheduled_posts), app.check_planned(), app.publish_planned(public.scheduled_posts) from public;
revoke execute on function public.publish_due_posts(int), public.publish_planned_now(uuid) from public, anon, authenticated;
grant execute on function public.publish_planned_now(uuid) to authenticated;
