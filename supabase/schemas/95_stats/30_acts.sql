-- What people do with publications and whom they follow, as it happens.

create function stats.note_act() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record := case tg_op when 'DELETE' then old else new end;
begin
  insert into stats.deltas (at, creator_id, kind, change)
  select act.created_at, p.creator_id, tg_argv[0], case tg_op when 'DELETE' then -1 else 1 end
  from public.feed_posts p where p.id = act.post_id;
  return null;
end
$$;
comment on function stats.note_act() is 'A like or a save of a publication, or that it was taken back; its kind is the argument.';

create function stats.note_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  comment public.post_comments := case tg_op when 'DELETE' then old else new end;
  was int := case when tg_op <> 'INSERT' and old.deleted_at is null and old.hidden_at is null then 1 else 0 end;
  becomes int := case when tg_op <> 'DELETE' and new.deleted_at is null and new.hidden_at is null then 1 else 0 end;
begin
  if becomes <> was then
    insert into stats.deltas (at, creator_id, kind, change)
    select comment.created_at, p.creator_id, 'comments', becomes - was
    from public.feed_posts p where p.id = comment.post_id;
  end if;
  return null;
end
$$;
comment on function stats.note_comment() is
  'A comment that can be read, or no longer. What goes with a hidden comment above it is counted again at night.';

create function stats.note_remix() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  remix public.feed_posts := case tg_op when 'DELETE' then old else new end;
  was int := case when tg_op <> 'INSERT' and old.audience = 'public' then 1 else 0 end;
  becomes int := case when tg_op <> 'DELETE' and new.audience = 'public' then 1 else 0 end;
begin
  if becomes <> was then
    insert into stats.deltas (at, creator_id, kind, change)
    select remix.created_at, p.creator_id, 'remixes', becomes - was
    from public.feed_posts p where p.id = remix.remix_of;
  end if;
  return null;
end
$$;
comment on function stats.note_remix() is 'A public remix of a publication, or that it is public no longer.';

create function stats.note_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  follow public.follows := case tg_op when 'DELETE' then old else new end;
  was boolean := tg_op <> 'INSERT' and old.state = 'active';
  becomes boolean := tg_op <> 'DELETE' and new.state = 'active';
begin
  if becomes <> was then
    insert into stats.deltas (at, creator_id, kind, change)
    values (now(), follow.followee_id, case when becomes then 'gained' else 'lost' end, 1);
  end if;
  return null;
end
$$;

create trigger note_act after insert or delete on public.post_likes
  for each row execute function stats.note_act('likes');
create trigger note_act after insert or delete on public.post_saves
  for each row execute function stats.note_act('saves');
create trigger note_comment after insert or delete or update on public.post_comments
  for each row execute function stats.note_comment();
create trigger note_remix after insert on public.feed_posts
  for each row when (new.remix_of is not null) execute function stats.note_remix();
create trigger note_changed_remix after update of audience on public.feed_posts
  for each row when (new.remix_of is not null and old.audience <> new.audience) execute function stats.note_remix();
create trigger note_gone_remix after delete on public.feed_posts
  for each row when (old.remix_of is not null) execute function stats.note_remix();
create trigger note_follow after insert or delete or update of state on public.follows
  for each row execute function stats.note_follow();

revoke execute on function stats.note_act(), stats.note_comment(), stats.note_remix(), stats.note_follow() from public;
