/** Reading rooms of a bookshop: who is on the list of a room may read there, and speak where the list says so. */
export const rooms = `
  create table public.room_guests (topic text, user_id uuid, may_speak boolean default true);
  grant select on public.room_guests to authenticated, anon;

  create function public.is_guest(speaks boolean) returns boolean language sql stable as $$
    select exists (
      select from public.room_guests guest
      where guest.topic = realtime.topic() and guest.user_id = (select auth.uid()) and (guest.may_speak or not speaks)
    )
  $$;

  create policy "guests read" on realtime.messages for select to authenticated using (public.is_guest(false));
  create policy "guests who may speak write" on realtime.messages for insert to authenticated
    with check (public.is_guest(true));
  create policy "anything fails here" on realtime.messages for select to authenticated
    using (realtime.topic() = 'broken room' and 1 / (length(realtime.topic()) - 11) = 0);
`
