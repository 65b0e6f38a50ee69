-- Where a publication comes from. It follows from the generation itself, never from what a client says at publishing,
-- and outlives the publications: a chain whose middle was deleted still holds.

create table app.post_lineage (
  post_id uuid primary key,
  parent_id uuid,
  root_id uuid not null,
  depth int not null check (depth >= 0),
  constraint post_lineage_parent_check check ((parent_id is null) = (depth = 0))
);
comment on table app.post_lineage is
  'Every publication that ever was, and which one it remixes. No foreign keys and no content: it stays when they go, and so nobody can take the id of a deleted one.';
create index post_lineage_children on app.post_lineage (parent_id, post_id);
create index post_lineage_of_root on app.post_lineage (root_id, depth, post_id);

alter table app.post_lineage enable row level security;

create function app.trace_lineage() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  parent app.post_lineage;
begin
  select l.* into parent
  from public.generation_images gi
  join public.generations g on g.id = gi.generation_id
  join app.post_lineage l on l.post_id = g.parent_post_id
  where gi.id = any (app.shown_images(new))
  -- Others' work before one's own: no order of the pictures leaves its maker out.
  order by exists (select from public.feed_posts p where p.id = l.post_id and p.creator_id = new.creator_id),
    array_position(app.shown_images(new), gi.id)
  limit 1;
  new.remix_of := parent.post_id;
  new.root_id := coalesce(parent.root_id, new.id);
  new.depth := coalesce(parent.depth + 1, 0);
  new.remixes_count := 0;
  return new;
end
$$;
comment on function app.trace_lineage() is
  'What a publication remixes is what its picture, or the first of its pictures that is a remix of somebody else, was ordered as a remix of: it can be neither claimed nor left out afterwards.';

create function app.count_remix() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed constant public.feed_posts := case tg_op when 'DELETE' then old else new end;
  post_change constant int := (tg_op <> 'DELETE' and app.is_counted(new))::int - (tg_op <> 'INSERT' and app.is_counted(old))::int;
  remix_change constant int :=
    (tg_op <> 'DELETE' and new.audience = 'public')::int - (tg_op <> 'INSERT' and old.audience = 'public')::int;
  source_creator uuid;
begin
  if tg_op = 'INSERT' then
    insert into app.post_lineage (post_id, parent_id, root_id, depth) values (new.id, new.remix_of, new.root_id, new.depth);
  end if;
  if remix_change <> 0 and changed.remix_of is not null then
    update public.feed_posts p set remixes_count = p.remixes_count + remix_change
    where p.id = changed.remix_of
    returning nullif(p.creator_id, changed.creator_id) into source_creator;
  end if;
  if post_change <> 0 or source_creator is not null then
    perform app.hold_counters(changed.creator_id, source_creator);
    update public.profile_counters c
    set posts_count = c.posts_count + case when c.user_id = changed.creator_id then post_change else 0 end,
      remixes_received_count = c.remixes_received_count + case when c.user_id = source_creator then remix_change else 0 end
    where c.user_id in (changed.creator_id, source_creator);
  end if;
  if tg_op = 'DELETE' then
    update public.profile_counters c
    set remixes_received_count = c.remixes_received_count - lost.remixes
    from (
      select count(*)::int as remixes from public.feed_posts remix
      where remix.remix_of = old.id and remix.audience = 'public' and remix.creator_id <> old.creator_id
    ) as lost
    where c.user_id = old.creator_id and lost.remixes > 0;
  end if;
  return null;
end
$$;
comment on function app.count_remix() is
  'Records the lineage of a new publication, and keeps remixes_count of its source and the counts of both authors, all caches, in the same transaction; the row locks make them exact under concurrency. An id that was ever used is refused (23505).';

create function app.recount_remixes() returns int
language plpgsql
set search_path = ''
as $$
declare
  corrected int;
begin
  -- No publication comes or goes between counting and writing; reading goes on.
  lock table public.feed_posts in share row exclusive mode;
  update public.feed_posts p
  set remixes_count = counted.remixes
  from (
    select source.id, count(remix.id)::int as remixes
    from public.feed_posts source
    left join public.feed_posts remix on remix.remix_of = source.id and remix.audience = 'public'
    group by source.id
  ) as counted
  where p.id = counted.id and p.remixes_count <> counted.remixes;
  get diagnostics corrected = row_count;
  return corrected;
end
$$;
comment on function app.recount_remixes() is 'Counts all remixes anew, for the operator; answers how many counts were wrong.';

revoke execute on function app.trace_lineage(), app.count_remix(), app.recount_remixes() from public;
