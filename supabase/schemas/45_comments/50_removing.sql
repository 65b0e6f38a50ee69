-- What one may do with comments of one's own, and with those of others under one's own publication.

create function public.delete_comment(comment_id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.post_comments c set deleted_at = clock_timestamp()
  where c.id = comment_id and c.author_id = auth.uid() and c.deleted_at is null;
  if not found and not exists (
    select from public.post_comments c where c.id = comment_id and c.author_id = auth.uid()) then
    raise exception 'There is no such comment' using errcode = 'PT404', hint = 'not_found';
  end if;
end
$$;
comment on function public.delete_comment(uuid) is
  'Takes one''s own comment away, words and all; replies under it stay. A second time does nothing; PT404 for anybody else''s.';

create function public.hide_comment(comment_id uuid, hidden boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform app.comment_under_own_post(comment_id);
  update public.post_comments c
  set hidden_at = case when hidden then clock_timestamp() end, pinned_at = case when not hidden then c.pinned_at end
  where c.id = comment_id and (c.hidden_at is null) = hidden;
end
$$;
comment on function public.hide_comment(uuid, boolean) is
  'Hides a comment under one''s own publication, and what hangs under it, or shows it again. PT404 under anybody else''s.';

create function public.pin_comment(comment_id uuid, pinned boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  post uuid;
begin
  perform app.comment_under_own_post(comment_id);
  select c.post_id into post from public.post_comments c
  where c.id = comment_id and c.parent_id is null and c.hidden_at is null;
  if post is null then
    raise exception 'Only a comment of the first level that is not hidden can be pinned'
      using errcode = 'PT400', hint = 'not_pinnable';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('pin ' || post, 0));
  update public.post_comments c set pinned_at = null
  where c.post_id = post and c.pinned_at is not null and (c.id <> comment_id) = pinned;
  if pinned then
    update public.post_comments c set pinned_at = clock_timestamp() where c.id = comment_id and c.pinned_at is null;
  end if;
end
$$;
comment on function public.pin_comment(uuid, boolean) is
  'Puts one comment before all others under one''s own publication, in place of the one that was there, or takes it from there. PT404 under anybody else''s.';

revoke execute on function
  public.delete_comment(uuid), public.hide_comment(uuid, boolean), public.pin_comment(uuid, boolean)
from public, anon, authenticated;
grant execute on function
  public.delete_comment(uuid), public.hide_comment(uuid, boolean), public.pin_comment(uuid, boolean) to authenticated;
