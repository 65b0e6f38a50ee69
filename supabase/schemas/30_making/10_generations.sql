-- A generation is a row with a state; what came of it are its images, and what it started from its references. All that
-- people see of it is here: lease, fence and hold are its job's.

create table public.generations (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  prompt text not null check (char_length(btrim(prompt)) between 1 and 2000),
  negative_prompt text check (char_length(negative_prompt) <= 2000),
  mode text not null default 'cortexia' check (mode in ('normal', 'enhanced', 'cortexia')),
  -- What is enlarged is larger than what may be ordered, and starts from any size.
  width int not null default 1024 constraint generations_width_check
    check (width between 256 and 2048 or engine = 'lanczos' and width between 1 and 4096),
  height int not null default 1024 constraint generations_height_check
    check (height between 256 and 2048 or engine = 'lanczos' and height between 1 and 4096),
  seed bigint,
  reference_count smallint not null default 0 check (reference_count between 0 and 3),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'blocked', 'canceled', 'expired')),
  error_code text,
  error_message text,
  engine text not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  idempotency_key text not null default app.uuid_v7()::text
    constraint generations_idempotency_key_check check (char_length(idempotency_key) between 1 and 200),
  request_hash text,
  n_images smallint not null default 1 check (n_images between 1 and 4),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  source text not null default 'api'
    check (source in ('create-modal', 'remix-modal', 'workflow', 'conversation', 'api')),
  parent_post_id uuid,
  stage text check (char_length(stage) <= 40),
  progress real check (progress between 0 and 1),
  cost_quoted int not null default 0 check (cost_quoted >= 0),
  cost_charged int not null default 0 check (cost_charged between 0 and cost_quoted),
  blocked_rule text,
  blocked_terms text[],
  started_at timestamptz,
  accepted text check (accepted in ('partial', 'subject_unknown', 'abstract')),
  given_back_at timestamptz,
  translation text check (char_length(btrim(translation)) between 1 and 2000),
  translated_from text check (translated_from ~ '^[a-z]{2,3}$'),
  constraint generations_translated_check check ((translation is null) = (translated_from is null)),
  constraint generations_key_of_user unique (user_id, idempotency_key)
);
comment on column public.generations.idempotency_key is
  'The client''s name for this order: the same one again is the same generation, and costs nothing more.';
comment on column public.generations.parent_post_id is
  'The post that is remixed. No foreign key: where a picture comes from outlives the post.';
comment on column public.generations.accepted is
  'What the plan of the picture lacks, where whoever ordered it was told so and wanted it all the same: something beside its subject, the subject, or all of it. The last two are trials, and cost nothing.';
comment on column public.generations.given_back_at is
  'When its price was given back, because it was not what was asked for.';
comment on column public.generations.translation is
  'What it is painted by, where the prompt is in a language that is not read: the same in another, as its person saw it before they ordered.';
comment on column public.generations.translated_from is 'The language of its prompt (ISO 639).';
create index generations_of_user on public.generations (user_id, id desc);
create index generations_speed on public.generations (engine, finished_at desc)
  where status = 'succeeded' and started_at is not null;
create index generations_blocked on public.generations (created_at) where status = 'blocked';

alter table public.generations enable row level security;
revoke all on public.generations from anon, authenticated;
grant select on public.generations to authenticated;
create policy "people read their own generations" on public.generations
  for select to authenticated using (user_id = (select auth.uid()));

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
  stars smallint check (stars between 1 and 5),
  deleted_at timestamptz,
  folder_id uuid,
  unique (generation_id, position),
  constraint generation_images_folder_fkey foreign key (user_id, folder_id)
    references public.image_folders (user_id, id) on delete set null (folder_id)
);
comment on column public.generation_images.folder_id is 'One of its owner''s; null where it is in none.';
comment on column public.generation_images.url is
  'The public address under which the server stored it, and the only one under which it is published.';
comment on column public.generation_images.deleted_at is
  'Thrown away by its owner: shown nowhere, and brought back within a day; after that a sweep takes row and file.';
create index generation_images_of_user on public.generation_images (user_id, id desc);
create index generation_images_in_folder on public.generation_images (folder_id) where folder_id is not null;
create index generation_images_by_path on public.generation_images (bucket, path);
create index generation_images_thrown_away on public.generation_images (deleted_at) where deleted_at is not null;

alter table public.generation_images enable row level security;
revoke all on public.generation_images from anon, authenticated;
grant select, update (stars) on public.generation_images to authenticated;
create policy "people read the images of their own generations" on public.generation_images
  for select to authenticated using (user_id = (select auth.uid()) and deleted_at is null);
create policy "people star their own images" on public.generation_images
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create table public.generation_references (
  generation_id uuid not null references public.generations (id) on delete cascade,
  position smallint not null check (position between 1 and 3),
  bucket text not null,
  path text not null,
  role text not null default 'auto' check (role in ('auto', 'subject', 'style', 'composition')),
  influence real not null default 0.5 check (influence between 0 and 1),
  used boolean,
  used_as text,
  used_note text,
  primary key (generation_id, position)
);
comment on table public.generation_references is
  'What a generation was given to look at, and the receipt of how each served: used is null until the engine has said.';
create index generation_references_of_file on public.generation_references (bucket, path);

alter table public.generation_references enable row level security;
revoke all on public.generation_references from anon, authenticated;
grant select on public.generation_references to authenticated;
create policy "people read the references of their own generations" on public.generation_references
  for select to authenticated using (
    exists (select from public.generations g where g.id = generation_id and g.user_id = (select auth.uid())));
