-- What the two say of each other when it is over.

create function public.review_commission(commission uuid, rating int, words text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  c billing.commissions := billing.locked_commission(commission);
  part constant text := billing.role_in(c, me);
  said constant text := coalesce(app.clean_text(left(words, 10000)), '');
  party uuid;
  written billing.commission_reviews;
begin
  if part is null then
    raise exception 'There is no such order' using errcode = 'PT404', hint = 'commission_unknown';
  end if;
  select r.* into written from billing.commission_reviews r where r.commission_id = c.id and r.role = part;
  if (written.rating, written.words) = (review_commission.rating, said) then
    return billing.commission_answer(c, part);
  end if;
  if written.id is not null then
    raise exception 'It is written' using errcode = 'PT409', hint = 'review_written';
  end if;
  if not billing.may_review(c, part) then
    raise exception 'It is not over' using errcode = 'PT409', hint = 'review_not_yet';
  end if;
  if rating is null or rating not between 1 and 5 or char_length(said) > 600 then
    raise exception 'From 1 to 5, in 600 characters' using errcode = 'PT422', hint = 'review_invalid';
  end if;
  party := case part when 'client' then c.creator_id else c.client_id end;
  insert into billing.commission_reviews (commission_id, author_id, subject_id, role, rating, words)
  values (c.id, me, party, part, review_commission.rating, said);
  perform billing.tell_commission(c, party, me, 'reviewed', app.uuid_v7());
  return billing.commission_answer(c, part);
end
$$;
comment on function public.review_commission(uuid, int, text) is
  'Once, for good, and the same again changes nothing; the other reads it when both have written, or after fourteen days. PT404 commission_unknown, PT409 review_not_yet, review_written, PT422 review_invalid.';

create function public.answer_review(review uuid, words text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  r billing.commission_reviews;
  c billing.commissions;
  said constant text := app.clean_text(left(words, 10000));
begin
  select x.* into r from billing.commission_reviews x where x.id = review and x.subject_id = me for update;
  if not found or not billing.is_revealed(r) then
    raise exception 'There is no such review' using errcode = 'PT404', hint = 'review_unknown';
  end if;
  if r.answer = said then
    return billing.review_answer(r);
  end if;
  if r.answer is not null then
    raise exception 'It is answered' using errcode = 'PT409', hint = 'review_answered';
  end if;
  if said is null or char_length(said) > 600 then
    raise exception 'In 600 characters' using errcode = 'PT422', hint = 'review_invalid';
  end if;
  update billing.commission_reviews x set answer = said where x.id = r.id returning * into r;
  select x.* into c from billing.commissions x where x.id = r.commission_id;
  perform billing.tell_commission(c, r.author_id, me, 'review_answered', app.uuid_v7());
  return billing.review_answer(r);
end
$$;
comment on function public.answer_review(uuid, text) is
  'Answers a review of oneself in public, once, of which its author is told; the same again changes nothing. PT404 review_unknown, PT409 review_answered, PT422 review_invalid.';
