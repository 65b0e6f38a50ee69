import type { Hole } from '../hole.ts'

const lineage = { project: 'db', file: 'supabase/tests/feed/lineage.test.ts' } as const
const sources = { project: 'db', file: 'supabase/tests/feed/remix-sources.test.ts' } as const
const copies = { project: 'db', file: 'supabase/tests/making/copied-references.test.ts' } as const
const images = { project: 'db', file: 'supabase/tests/making/my-images.test.ts' } as const

export const lineageHoles: readonly Hole[] = [
  {
    threat: 'O-01',
    opens: 'what its author does not want remixed is remixed',
    sql: `create or replace function app.may_remix(p_user uuid, p_post uuid) returns boolean
      language sql stable set search_path = '' as $$
        select exists (select from public.feed_posts p where p.id = p_post and (p.creator_id = p_user or p.visibility = 'public')) $$`,
    test: { ...lineage, title: 'O-01 is for its author to say' },
  },
  {
    threat: 'O-01',
    opens: 'what one does not see is remixed by its id',
    sql: `create or replace function app.may_remix(p_user uuid, p_post uuid) returns boolean
      language sql stable set search_path = '' as $$
        select exists (select from public.feed_posts p where p.id = p_post and (p.creator_id = p_user or p.remix_allowed)) $$`,
    test: { ...lineage, title: 'O-01 is not what one does not see: private' },
  },
  {
    threat: 'O-02',
    opens: 'a remixer says what was remixed',
    sql: `grant insert (remix_of), update (remix_of) on public.feed_posts to authenticated`,
    test: { ...lineage, title: 'O-02 does not say itself what its remix_of is' },
  },
  {
    threat: 'O-02',
    opens: 'who works from somebody’s picture and keeps silent owes nothing',
    sql: `create or replace function app.source_among_references(p_generation uuid, p_user uuid) returns uuid
      language sql stable set search_path = '' as $$ select null::uuid $$`,
    test: { ...lineage, title: 'O-02 that is made from somebody’s picture and does not say so' },
  },
  {
    threat: 'O-01',
    opens: 'whoever knows the address of a private picture works from it',
    sql: `create or replace function app.has_hidden_reference(p_generation uuid, p_user uuid) returns boolean
      language sql stable set search_path = '' as $$ select false $$`,
    test: { ...sources, title: 'O-01 a picture that no publication shows' },
  },
  {
    threat: 'O-01',
    opens: 'a copy is nobody’s',
    sql: `create or replace function app.pictures_like(p_hash bigint, p_colours bytea) returns setof uuid
      language sql stable set search_path = '' as $$ select null::uuid where false $$`,
    test: { ...sources, title: 'O-01 a copy is what its author forbids' },
  },
  {
    threat: 'O-01',
    opens: 'nobody looks at what is uploaded',
    file: 'supabase/functions/_shared/generation/reference-store.ts',
    find: 'return isCreation ? place : uploaded(place, file)',
    replace: 'return place',
    test: { ...copies, title: 'O-01 what its author forbids stays forbidden' },
  },
  {
    threat: 'O-01',
    opens: 'the file is exchanged between order and work',
    file: 'supabase/functions/_shared/generation/reference-store.ts',
    find: 'if (sha256 !== null && digest(file) !== sha256) throw gone()',
    replace: '',
    test: { ...copies, title: 'O-01 what was ordered with is what is used' },
  },
  {
    threat: 'O-02',
    opens: 'whoever names one publication owes nothing to the author of what is shown',
    sql: `create or replace function app.source_among_references(p_generation uuid, p_user uuid) returns uuid
      language sql stable set search_path = '' as $$
        select s.post_id from app.sources_among_references(p_generation, p_user) s
        where not exists (select from public.generations g where g.id = p_generation and g.parent_post_id is not null)
        limit 1 $$`,
    test: { ...sources, title: 'O-02 who shows one picture and names another' },
  },
  {
    threat: 'O-02',
    opens: 'the id of a deleted publication is taken, and with it all its remixes',
    sql: `alter table app.post_lineage drop constraint post_lineage_pkey`,
    test: { ...lineage, title: 'O-02 keeps its source when that goes' },
  },
  {
    threat: 'O-03',
    opens: 'the tree is asked with the rights of its owner',
    sql: `alter function public.remix_tree(uuid) security definer`,
    test: { ...lineage, title: 'O-03 shows others nothing of an ancestor that is private' },
  },
  {
    threat: 'O-03',
    opens: 'a count tells of remixes that one does not see',
    sql: `alter table public.feed_posts disable trigger count_remix;
      create function app.count_every_remix() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        insert into app.post_lineage values (new.id, new.remix_of, new.root_id, new.depth);
        update public.feed_posts set remixes_count = remixes_count + 1 where id = new.remix_of;
        return null;
      end $$;
      create trigger count_every_remix after insert on public.feed_posts
        for each row execute function app.count_every_remix()`,
    test: { ...lineage, title: 'O-03 does not betray that there is a remix' },
  },
  {
    threat: 'own-images',
    opens: 'anybody brings back what somebody threw away',
    sql: `create or replace function public.restore_my_images(ids uuid[]) returns setof uuid
      language sql security definer set search_path = '' as $$
        update public.generation_images gi set deleted_at = null where gi.id = any (restore_my_images.ids) returning gi.id $$`,
    test: { ...images, title: 'is for the owner: somebody else’s stays' },
  },
  {
    threat: 'own-images',
    opens: 'a picture is thrown away while it is being published',
    sql: `create or replace function public.delete_my_images(ids uuid[]) returns table (id uuid, outcome text)
      language sql security definer set search_path = '' as $$
        update public.generation_images gi set deleted_at = now()
        where gi.id = any (delete_my_images.ids) and gi.user_id = auth.uid() returning gi.id, 'deleted' $$`,
    test: { ...images, title: 'leaves a picture that is published' },
  },
]
