-- The bell of somebody one follows: one is told of each new publication, grouped by person and day. Publishing does not
-- wait for a crowd to be told.

create table app.bells (
  post_id uuid primary key references public.feed_posts (id) on delete cascade,
  creator_id uuid not null,
  published_at timestamptz not null default now(),
  -- Whoever comes after this follower is still to be told.
  told_until uuid
);
comment on table app.bells is 'Publications of which those who asked for it are still to be told, by feed-worker.';
create index bells_published_at_idx on app.bells (published_at);

create function app.plan_bell() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.follows f where f.followee_id = new.creator_id and f.notify and f.state = 'active') then
    insert into app.bells (post_id, creator_id) values (new.id, new.creator_id) on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function app.plan_bell() is 'Plans to tell of a publication for everybody or for followers, where somebody wants to be told.';

create function public.ring_bells(p_limit int default 1000) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  bell app.bells;
  people uuid[];
  person uuid;
  told int := 0;
begin
  loop
    select * into bell from app.bells b order by b.published_at limit 1 for update skip locked;
    exit when not found or told >= p_limit;
    people := array(
      select f.follower_id from public.follows f
      where f.followee_id = bell.creator_id and f.notify and f.state = 'active'
        and (bell.told_until is null or f.follower_id > bell.told_until)
        and exists (select from public.feed_posts p where p.id = bell.post_id and p.audience in ('public', 'followers'))
      order by f.follower_id
      limit p_limit - told);
    foreach person in array people loop
      perform app.notify(person, 'post', app.notification_key('post', bell.creator_id, bell.published_at), bell.creator_id,
        jsonb_build_object('post_id', bell.post_id), bell.post_id);
    end loop;
    if cardinality(people) < p_limit - told then
      delete from app.bells b where b.post_id = bell.post_id;
    else
      update app.bells b set told_until = people[cardinality(people)] where b.post_id = bell.post_id;
    end if;
    told := told + cardinality(people);
  end loop;
  return told;
end
$$;
comment on function public.ring_bells(int) is
  'Tells those who asked for it of new publications, so many people at most, and answers how many. For feed-worker; any number at once.';

revoke execute on function app.plan_bell() from public;
revoke execute on function public.ring_bells(int) from public, anon, authenticated;
