/** A plain table, so that an insert measures the way there and not the product's triggers. */
export const remarksSql = `
create table public.remarks (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null default auth.uid() references public.profiles (id),
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index remarks_of_author on public.remarks (author_id, created_at desc);
alter table public.remarks enable row level security;
grant select, insert on public.remarks to authenticated;
create policy "people read remarks" on public.remarks for select to authenticated using (true);
create policy "people write as themselves" on public.remarks for insert to authenticated
  with check (author_id = (select auth.uid()));
create function public.posts_per_month(person uuid) returns table (month date, posts bigint, likes bigint)
language sql stable as $$
  select date_trunc('month', created_at)::date, count(*), sum(likes_count) from public.feed_posts
  where creator_id = person group by 1 order by 1 desc
$$;
notify pgrst, 'reload schema';
`
