-- What subjects that come later do when a picture is ordered, and when it ends.

create trigger a_refuse_suspended before insert on public.generations
  for each row execute function app.refuse_suspended('user_id');

create trigger attach_to_step after insert on public.generations
  for each row when (new.source = 'workflow') execute function app.attach_generation();

create trigger end_step after update of status on public.generations
  for each row
  when (new.source = 'workflow' and old.status is distinct from new.status and new.status not in ('queued', 'running'))
  execute function app.end_attached_step();

create trigger check_remix before insert on app.generation_jobs
  for each row execute function app.check_remix();

create trigger refuse_blocked_reference before insert on public.generation_references
  for each row execute function app.refuse_blocked_reference();
