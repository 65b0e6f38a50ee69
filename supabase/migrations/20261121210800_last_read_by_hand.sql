-- Nothing, written by hand, is no time to have read up to.
create or replace function app.keep_last_read() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.last_read_at := case when new.last_read_at is null then old.last_read_at
    else greatest(old.last_read_at, least(new.last_read_at, clock_timestamp())) end;
  return new;
end
$$;
comment on function app.keep_last_read() is 'How far somebody has read never moves back, nor ahead of the clock.';
revoke execute on function app.keep_last_read() from public, anon, authenticated;
