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
revoke all on app.post_lineage from anon, authenticated;

alter table public.feed_posts
  add column remix_of uuid,
  add column root_id uuid,
  add column depth int not null default 0 check (depth >= 0),
  add column remixes_count int not null default 0 check (remixes_count >= 0);
comment on column public.feed_posts.remix_of is 'The publication that this one remixes; it may be gone.';
comment on column public.feed_posts.root_id is 'Where its lineage began: itself where it remixes nothing.';
comment on column public.feed_posts.depth is 'How many remixes lie between it and the beginning.';
comment on column public.feed_posts.remixes_count is 'How many public publications remix this one directly.';
create index feed_posts_remixes on public.feed_posts (remix_of) where remix_of is not null;

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
  where gi.id = new.image_id;
  new.remix_of := parent.post_id;
  new.root_id := coalesce(parent.root_id, new.id);
  new.depth := coalesce(parent.depth + 1, 0);
  new.remixes_count := 0;
  return new;
end
$$;
comment on function app.trace_lineage() is
  'What a publication remixes is what its picture was ordered as a remix of: it can be neither claimed nor left out afterwards.';

-- After fill_post, which finds the picture: triggers fire in the order of their names.
create trigger trace_lineage before insert on public.feed_posts
  for each row execute function app.trace_lineage();

create function app.count_remix() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  before int := case when tg_op <> 'INSERT' and old.visibility = 'public' then 1 else 0 end;
  after int := case when tg_op <> 'DELETE' and new.visibility = 'public' then 1 else 0 end;
begin
  if tg_op = 'INSERT' then
    insert into app.post_lineage (post_id, parent_id, root_id, depth) values (new.id, new.remix_of, new.root_id, new.depth);
  end if;
  if after <> before then
    update public.feed_posts p
    set remixes_count = p.remixes_count + after - before
    where p.id = case tg_op when 'DELETE' then old.remix_of else new.remix_of end;
  end if;
  return null;
end
$$;
comment on function app.count_remix() is
  'Records the lineage of a new publication and keeps remixes_count of its source, a cache, in the same transaction; the row lock makes it exact under concurrency. An id that was ever used is refused (23505).';

create trigger count_remix after insert or delete or update of visibility on public.feed_posts
  for each row execute function app.count_remix();

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
    left join public.feed_posts remix on remix.remix_of = source.id and remix.visibility = 'public'
    group by source.id
  ) as counted
  where p.id = counted.id and p.remixes_count <> counted.remixes;
  get diagnostics corrected = row_count;
  return corrected;
end
$$;
comment on function app.recount_remixes() is 'Counts all remixes anew, for the operator; answers how many counts were wrong.';

revoke execute on function app.trace_lineage(), app.count_remix(), app.recount_remixes() from public, anon, authenticated;

-- What was published before: its source is the generation's, where that publication is still there.
with recursive known as (
  select p.id, source.id as parent_id
  from public.feed_posts p
  left join public.generation_images gi on gi.id = p.image_id
  left join public.generations g on g.id = gi.generation_id
  left join public.feed_posts source
    on source.id = g.parent_post_id and source.id <> p.id and source.created_at <= p.created_at
), lineage as (
  select id, parent_id, id as root_id, 0 as depth from known where parent_id is null
  union all
  select known.id, known.parent_id, lineage.root_id, lineage.depth + 1
  from known join lineage on known.parent_id = lineage.id
)
insert into app.post_lineage (post_id, parent_id, root_id, depth) select id, parent_id, root_id, depth from lineage;

update public.feed_posts p
set remix_of = l.parent_id, root_id = l.root_id, depth = l.depth
from app.post_lineage l where l.post_id = p.id;
update public.feed_posts set root_id = id where root_id is null;
insert into app.post_lineage (post_id, root_id, depth) select id, id, 0 from public.feed_posts on conflict do nothing;
select app.recount_remixes();
