-- What subjects that come later do when people, their follows or their blocks change.

create trigger leave_tombstones before delete on public.profiles
  for each row execute function app.leave_tombstones();

create trigger index_person_changed after update on public.profiles
  for each row when (
    (old.first_name, old.last_name, old.chosen_name, old.username, old.bio, old.status, old.created_at)
    is distinct from
    (new.first_name, new.last_name, new.chosen_name, new.username, new.bio, new.status, new.created_at))
  execute function app.index_person();

create trigger index_person_made after insert on public.profiles
  for each row execute function app.index_person();

create trigger resettle_audiences after update of is_private, status on public.profiles
  for each row when (old.is_private <> new.is_private or old.status <> new.status)
  execute function app.resettle_audiences();

create trigger end_meeting_of_blocked after insert on public.blocks
  for each row execute function app.end_meeting_of_blocked();

create trigger forget_notifications after insert on public.blocks
  for each row execute function app.forget_between();

create trigger a_refuse_suspended before insert on public.follows
  for each row execute function app.refuse_suspended('follower_id');

create trigger notify_of_accepted_follow after update of state on public.follows
  for each row when (old.state = 'requested' and new.state = 'active') execute function app.notify_of_follow();

create trigger notify_of_follow after insert or delete on public.follows
  for each row execute function app.notify_of_follow();
