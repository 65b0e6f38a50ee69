grant insert (id) on public.collections to authenticated;
