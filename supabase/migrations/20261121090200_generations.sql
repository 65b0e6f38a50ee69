create table public.generations (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  prompt text not null check (char_length(btrim(prompt)) between 1 and 2000),
  negative_prompt text check (char_length(negative_prompt) <= 2000),
  mode text not null default 'cortexia' check (mode in ('normal', 'enhanced', 'cortexia')),
  width int not null default 1024 check (width between 256 and 2048),
  height int not null default 1024 check (height between 256 and 2048),
  seed bigint,
  reference_count smallint not null default 0 check (reference_count between 0 and 3),
  status text not null default 'running' check (status in ('queued', 'running', 'succeeded', 'failed')),
  error_code text,
  error_message text,
  engine text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index generations_of_user on public.generations (user_id, id desc);

create table public.generation_images (
  id uuid primary key default app.uuid_v7(),
  generation_id uuid not null references public.generations (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  position smallint not null check (position between 1 and 4),
  bucket text not null,
  path text not null,
  url text not null,
  width int not null check (width > 0),
  height int not null check (height > 0),
  bytes int not null check (bytes > 0),
  thumbhash text not null,
  seed bigint,
  created_at timestamptz not null default now(),
  unique (generation_id, position)
);
comment on column public.generation_images.url is
  'The public address under which the server stored it, and the only one under which it is published.';
create index generation_images_of_user on public.generation_images (user_id, id desc);
create index generation_images_by_path on public.generation_images (bucket, path);

alter table public.generations enable row level security;
alter table public.generation_images enable row level security;
revoke all on public.generations, public.generation_images from anon, authenticated;
grant select on public.generations, public.generation_images to authenticated;

create policy "people read their own generations" on public.generations
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people read the images of their own generations" on public.generation_images
  for select to authenticated using (user_id = (select auth.uid()));
