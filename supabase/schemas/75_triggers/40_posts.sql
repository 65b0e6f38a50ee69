-- All that happens when a publication is written, in the order in which it happens: the triggers before the row, then
-- those after it, each by their names.

create trigger a_keep_to_pace before insert on public.feed_posts
  for each row execute function app.keep_to_pace('posts', '500');

create trigger a_keep_visibility_pace before update of visibility on public.feed_posts
  for each row when (old.visibility <> new.visibility) execute function app.keep_to_pace('edits', '200');

create trigger a_refuse_suspended before insert on public.feed_posts
  for each row execute function app.refuse_suspended('creator_id');

-- Before fill_post: triggers fire in the order of their names.
create trigger clean_post before insert or update of title, description, alt_text on public.feed_posts
  for each row execute function app.clean_post();

create trigger fill_post before insert or update on public.feed_posts
  for each row execute function app.fill_post();

-- After fill_post: triggers fire in the order of their names.
create trigger hide_prompt before insert or update of prompt_visible, prompt_on_request, alt_text, more_images on public.feed_posts
  for each row execute function app.hide_prompt();

-- After clean_post and hide_prompt: what counts are the words that others read.
create trigger know_language before insert or update of title, description, prompt_visible, lang on public.feed_posts
  for each row execute function app.know_language();

-- Before the key of the author is locked: two publications at once would wait for each other.
create trigger name_author before insert on public.feed_posts
  for each row execute function app.name_author();

-- After fill_post, whose form of the hashtags counts.
create trigger record_edit before update of title, description, hashtags, alt_text, lang, license on public.feed_posts
  for each row execute function app.record_edit();

-- After fill_post, which finds the picture: triggers fire in the order of their names.
create trigger refuse_blocked_picture before insert on public.feed_posts
  for each row execute function app.refuse_blocked_picture();

-- After fill_post: triggers fire in the order of their names.
create trigger settle_audience before insert or update of visibility, status on public.feed_posts
  for each row execute function app.settle_audience();

create trigger settle_rating before insert or update of rating, rating_floor on public.feed_posts
  for each row execute function app.settle_rating();

-- After fill_post, which finds the picture: triggers fire in the order of their names.
create trigger trace_lineage before insert on public.feed_posts
  for each row execute function app.trace_lineage();

create trigger count_remix after insert or delete or update of visibility, status, audience on public.feed_posts
  for each row execute function app.count_remix();

create trigger counts_changed after update of likes_count, comments_count, remixes_count, saves_count on public.feed_posts
  for each row when (
    new.audience <> 'none' and (old.likes_count, old.comments_count, old.remixes_count, old.saves_count)
      is distinct from (new.likes_count, new.comments_count, new.remixes_count, new.saves_count))
  execute function app.counts_changed();

create trigger forget_deleted_post after delete on public.feed_posts
  for each row execute function app.forget_post();

create trigger forget_withdrawn_post after update on public.feed_posts
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function app.forget_post();

create trigger index_post_changed after update on public.feed_posts
  for each row when (
    (old.prompt, old.title, old.description, old.hashtags, old.audience, old.status, old.rating, old.prompt_visible, old.mode,
      old.created_at, old.read_lang)
    is distinct from
    (new.prompt, new.title, new.description, new.hashtags, new.audience, new.status, new.rating, new.prompt_visible, new.mode,
      new.created_at, new.read_lang))
  execute function app.index_post();

create trigger index_post_made after insert on public.feed_posts
  for each row execute function app.index_post();

create trigger index_post_popularity after update on public.feed_posts
  for each row when (
    new.audience = 'public' and app.popularity(old.likes_count, old.comments_count)
      is distinct from app.popularity(new.likes_count, new.comments_count))
  execute function app.index_post_popularity();

create trigger link_hashtags after insert on public.feed_posts
  for each row execute function app.link_hashtags();

create trigger mention_in_post after insert or delete or update of title, description, visibility, status on public.feed_posts
  for each row execute function app.mention_in_post();

create trigger move_picture after update on public.feed_posts
  for each row when (old.audience is distinct from new.audience and new.image_id is not null)
  execute function app.move_picture();

create trigger notify_of_changed_remix after update on public.feed_posts
  for each row when (new.remix_of is not null and (old.audience = 'public') <> (new.audience = 'public'))
  execute function app.notify_of_remix();

create trigger notify_of_deleted_remix after delete on public.feed_posts
  for each row when (old.remix_of is not null) execute function app.notify_of_remix();

create trigger notify_of_remix after insert on public.feed_posts
  for each row when (new.remix_of is not null and new.audience = 'public') execute function app.notify_of_remix();

create trigger plan_bell after insert on public.feed_posts
  for each row when (new.audience in ('public', 'followers')) execute function app.plan_bell();

create trigger plan_search_news_of_new after insert on public.feed_posts
  for each row when (new.audience = 'public' and new.status = 'published') execute function app.plan_search_news();

create trigger plan_search_news_of_shown after update on public.feed_posts
  for each row when (
    new.audience = 'public' and new.status = 'published' and (old.audience <> 'public' or old.status <> 'published')
    -- What an account that opens has shown for years is no news.
    and new.created_at > now() - interval '7 days')
  execute function app.plan_search_news();

create trigger relink_hashtags after update on public.feed_posts
  for each row when (old.hashtags is distinct from new.hashtags or old.audience is distinct from new.audience)
  execute function app.link_hashtags();

create trigger tell_new_post after insert on public.feed_posts
  for each row when (new.audience = 'public' and new.status = 'published' and new.rating <= 1)
  execute function app.tell_new_post();
