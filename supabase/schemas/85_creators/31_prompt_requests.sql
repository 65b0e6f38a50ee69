-- Hidden words that may be asked for: their author shows them to one person after the other.

create table public.prompt_requests (
  post_id uuid not null references public.feed_posts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  asked_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  is_shown boolean not null default false check (answered_at is not null or not is_shown),
  primary key (post_id, user_id)
);
comment on table public.prompt_requests is 'Who asked to read a publication''s hidden words, once, and what its author answered.';
comment on column public.prompt_requests.answered_at is 'When its author last decided; they may think again.';
create index prompt_requests_of_person on public.prompt_requests (user_id, asked_at desc);

create function app.is_asked(p_post uuid, p_person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.feed_posts p where p.id = p_post and p.creator_id = auth.uid())
    and not app.are_apart(auth.uid(), p_person)
$$;
comment on function app.is_asked(uuid, uuid) is
  'Whether the publication is the caller''s own, and that person and they have not blocked each other.';
revoke execute on function app.is_asked(uuid, uuid) from public;
grant execute on function app.is_asked(uuid, uuid) to authenticated;

alter table public.prompt_requests enable row level security;
revoke all on public.prompt_requests from anon, authenticated;
grant select on public.prompt_requests to authenticated;
create policy "people read what they asked for" on public.prompt_requests
  for select to authenticated using (user_id = (select auth.uid()));
create policy "authors read who asks them" on public.prompt_requests
  for select to authenticated using (
    -- Their own publications first: the function is called for those alone.
    post_id in (select p.id from public.feed_posts p where p.creator_id = (select auth.uid())) and app.is_asked(post_id, user_id));

create trigger a_refuse_suspended before insert on public.prompt_requests
  for each row execute function app.refuse_suspended('user_id');

create function public.ask_for_prompt(post uuid) returns timestamptz
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  author uuid;
  asked timestamptz;
begin
  select p.creator_id into author from public.feed_posts p
  where p.id = post and p.prompt_on_request and p.creator_id <> me and app.sees_post(me, p.id);
  if not found then
    raise exception 'There are no words to ask for' using errcode = 'PT404', hint = 'prompt_not_on_request';
  end if;
  select r.asked_at into asked from public.prompt_requests r where r.post_id = post and r.user_id = me;
  if found then
    return asked;
  end if;
  -- Two asks at once are counted one after the other.
  perform from public.profiles p where p.id = me for no key update;
  if 20 <= (
    select count(*) from public.prompt_requests r where r.user_id = me and r.asked_at > clock_timestamp() - interval '1 day') then
    raise exception 'At most 20 a day' using errcode = 'PT429', hint = 'too_many_prompt_requests';
  end if;
  insert into public.prompt_requests as r (post_id, user_id) values (post, me)
  on conflict (post_id, user_id) do update set asked_at = r.asked_at
  returning r.asked_at into asked;
  perform app.notify(author, 'system', app.notification_key('prompt_asked', post, clock_timestamp()), me,
    jsonb_build_object('what', 'prompt_asked', 'post_id', post));
  return asked;
end
$$;
comment on function public.ask_for_prompt(uuid) is
  'Asks the author to show the hidden words; once, however often it is called: when it was. They are told. PT404 prompt_not_on_request, PT429 too_many_prompt_requests (20 a day), PT403 account_suspended.';

create function public.answer_prompt_request(post uuid, person uuid, shows boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  was_shown boolean;
begin
  if exists (select from public.profiles p where p.id = me and p.status = 'suspended') then
    raise exception 'This account is suspended' using errcode = 'PT403', hint = 'account_suspended';
  end if;
  select r.is_shown into was_shown
  from public.prompt_requests r join public.feed_posts p on p.id = r.post_id
  where r.post_id = post and r.user_id = person and p.creator_id = me and p.status <> 'deleted'
  for update of r;
  if not found then
    raise exception 'Nobody asks for that' using errcode = 'PT404', hint = 'prompt_request_unknown';
  end if;
  update public.prompt_requests r set answered_at = clock_timestamp(), is_shown = shows
  where r.post_id = post and r.user_id = person;
  perform realtime.send(jsonb_build_object('post_id', post), 'prompt_answered', 'user:' || person, true);
  if shows and not was_shown and app.sees_post(person, post) then
    perform app.notify(person, 'system', app.notification_key('prompt_shown', post, clock_timestamp()), me,
      jsonb_build_object('what', 'prompt_shown', 'post_id', post));
  end if;
end
$$;
comment on function public.answer_prompt_request(uuid, uuid, boolean) is
  'Shows the hidden words of one''s own publication to one person who asked, or not, or no longer. They are told of a yes where they can read them; of a no only a page of theirs that is open learns (''prompt_answered'' on user:{id}). PT404 prompt_request_unknown, PT403 account_suspended.';

create function public.unlocked_prompt(post uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select app.hidden_words(p.id) from public.feed_posts p
  where p.id = post and not p.prompt_visible and app.sees_post(auth.uid(), p.id) and (
    p.creator_id = auth.uid()
    or exists (select from billing.tips t where t.giver_id = auth.uid() and t.post_id = p.id and t.kind = 'prompt')
    or p.prompt_on_request and exists (
      select from public.prompt_requests r where r.post_id = p.id and r.user_id = auth.uid() and r.is_shown))
$$;
comment on function public.unlocked_prompt(uuid) is
  'The hidden words of a publication: for its author, whoever has paid for them and whoever its author shows them to on request; null for everybody else.';
