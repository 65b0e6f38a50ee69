-- What a list of publications holds of each: the publication, why it is there and where the list goes on after it.

-- Not what the author and the staff each made of the rating: a list shows what came of both.
create view public.feed_entries with (security_invoker = on) as
  select
    null::jsonb as reasons, null::text as cursor,
    p.id, p.creator_id, p.prompt, p.title, p.description, p.hashtags, p.image_url, p.likes_count, p.comments_count,
    p.created_at, p.visibility, p.metadata, p.mode, p.width, p.height, p.thumbhash, p.alt_text, p.prompt_visible,
    p.remix_allowed, p.image_id, p.remix_of, p.root_id, p.depth, p.remixes_count, p.status, p.rating, p.deleted_at,
    p.audience, p.saves_count, p.comments_policy, p.license, p.lang, p.edited_at, p.pinned_rank
  from public.feed_posts p;
comment on view public.feed_entries is
  'A publication as an entry of a list: why it is there, and the cursor of the page after it (null at the end of the list).';
revoke all on public.feed_entries from anon, authenticated;
grant select on public.feed_entries to anon, authenticated;

create function public.remixed_creator(entry public.feed_entries) returns jsonb
language sql stable
as $$ select case when entry.remix_of is not null then app.creator_of_seen(entry.remix_of) end $$;
comment on function public.remixed_creator(public.feed_entries) is
  'Computed column: who made the publication that this one remixes; null where it remixes none, or none that one sees.';

revoke execute on function public.remixed_creator(public.feed_entries) from public, anon, authenticated;
grant execute on function public.remixed_creator(public.feed_entries) to anon, authenticated;
