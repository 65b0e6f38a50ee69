-- What subjects that come later do when somebody likes or comments.

-- After count_like, which locks the publication: all who like it wait in the same order.
create trigger notify_of_like after insert or delete on public.post_likes
  for each row execute function app.notify_of_like();

create trigger notify_of_folded_like after delete on app.likes_to_fold
  for each row execute function app.notify_of_folded_like();

create trigger a_refuse_suspended before insert on public.post_comments
  for each row execute function app.refuse_suspended('author_id');

create trigger keep_removed before update of hidden_at, removed_at on public.post_comments
  for each row execute function app.keep_removed();

-- Without a list of columns: a comment of an account that goes is marked deleted by another trigger.
create trigger notify_of_changed_comment after update on public.post_comments
  for each row when ((old.deleted_at is null and old.hidden_at is null) <> (new.deleted_at is null and new.hidden_at is null))
  execute function app.notify_of_comment();

create trigger notify_of_comment after insert or delete on public.post_comments
  for each row execute function app.notify_of_comment();

create trigger notify_of_comment_like after insert or delete on public.comment_likes
  for each row execute function app.notify_of_comment_like();

create trigger notify_of_mention after insert or delete on public.mentions
  for each row execute function app.notify_of_mention();
