-- Two devices of one person meet on link:{id}: one has the keys, the other has scanned its code (E2EE §4). What is said there
-- is sealed for that meeting, and kept by nobody.
create policy "people hear their own devices" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select realtime.topic()) = 'link:' || (select auth.uid()));
create policy "people speak to their own devices" on realtime.messages
  for insert to authenticated with check (
    extension = 'broadcast' and (select realtime.topic()) = 'link:' || (select auth.uid()));
