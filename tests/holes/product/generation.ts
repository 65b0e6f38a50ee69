import type { Hole } from '../hole.ts'
import { rewritten } from '../rewritten.ts'

const orders = { project: 'unit', file: 'supabase/functions/_shared/generation/refused-orders.test.ts' } as const
const queue = { project: 'db', file: 'supabase/tests/making/generation-jobs.test.ts' } as const
const turns = { project: 'db', file: 'supabase/tests/making/generation-turns.test.ts' } as const
const honest = { project: 'db', file: 'supabase/tests/making/honest-price.test.ts' } as const
const folders = { project: 'db', file: 'supabase/tests/making/image-folders.test.ts' } as const
const giveBack = 'public.give_back_generation(uuid)'
const code = 'supabase/functions/_shared/generation'

const uploads = { project: 'db', file: 'supabase/tests/people/uploads.test.ts' } as const

export const generationHoles: readonly Hole[] = [
  {
    threat: 'fairness',
    opens: 'somebody with fifty orders holds up everybody else’s first',
    sql: rewritten('public.claim_generation(uuid, int)', 'order by -j.priority, j.turn, j.place', 'order by j.place'),
    test: { ...turns, title: 'serves everybody in turn, then by age: fifty orders of one hold up nobody’s first' },
  },
  {
    threat: 'fairness',
    opens: 'whoever orders again as soon as they were served goes before all who wait',
    sql: rewritten('app.next_turn(uuid)', "(j.state <> 'over' or j.attempts > 0)", 'false'),
    test: { ...turns, title: 'lets nobody go before the others by ordering again as soon as they were served' },
  },
  {
    threat: 'F-01',
    opens: 'any bucket of the service is read, whoever it belongs to',
    file: `${code}/reference-address.ts`,
    find: "if (buckets.has(bucket) && path !== '')",
    replace: "if (path !== '')",
    test: { ...orders, title: 'F-01 /storage/v1/object/public/elsewhere' },
  },
  {
    threat: 'F-04',
    opens: 'the size that a picture claims is not looked at',
    file: `${code}/reference-store.ts`,
    find: 'width * height > maxReferencePixels',
    replace: 'width * height < 0',
    test: { ...orders, title: 'F-04 a picture' },
  },
  {
    threat: 'F-05',
    opens: 'the name in the body may be anybody',
    file: `${code}/generate.ts`,
    find: 'order.userId !== null && order.userId !== caller.userId',
    replace: 'order.userId === undefined',
    test: { ...orders, title: 'F-05 somebody else' },
  },
  {
    threat: 'F-13',
    opens: 'a crowd of accounts orders without end',
    file: `${code}/daily-limit.ts`,
    find: 'if (ordered + count <= limit) return',
    replace: 'if (ordered + count > 0) return',
    test: { project: 'db', file: 'supabase/tests/making/generation.test.ts', title: 'F-13 everybody together' },
  },
  {
    threat: 'S-12',
    opens: 'what people work from is for everybody who has its address',
    sql: `update storage.buckets set public = true where id = 'temp-uploads'`,
    test: { ...uploads, title: 'S-12 an upload opens for its owner' },
  },
  {
    threat: 'S-12',
    opens: 'what people work from stays for ever',
    sql: `create or replace function public.expired_uploads(p_limit int) returns table (bucket text, path text)
      language sql stable security definer set search_path = '' as $$ select '', '' where false $$`,
    test: { ...uploads, title: 'S-12 an upload goes after a day' },
  },
  {
    threat: 'F-07',
    opens: 'each request is an order of its own, whatever its key',
    sql: `create function app.planted() returns trigger language plpgsql as $$ begin
        new.idempotency_key := gen_random_uuid(); return new; end $$;
      create trigger planted before insert on public.generations for each row execute function app.planted()`,
    test: { ...queue, title: 'under its key is the same order again' },
  },
  {
    threat: 'F-09',
    opens: 'what no keyboard types reaches the models',
    file: 'supabase/functions/_shared/contract/src/generation.ts',
    find: 'v.pipe(v.string(), plain, visible,',
    replace: 'v.pipe(v.string(), visible,',
    test: { ...orders, title: 'F-09 a prompt' },
  },
  {
    threat: 'D-13',
    opens: 'whoever worked on it after it was given back is paid, and the picture is lost',
    sql: `create or replace function app.settle_generation(p_job app.generation_jobs, p_pictures int, p_why text) returns int
      language sql set search_path = '' as $$ select p_pictures * p_job.unit_price $$`,
    test: { ...queue, title: 'takes nothing for a hold that was given back' },
  },
  {
    threat: 'D-15',
    opens: 'whoever once had a job may still write',
    sql: `create or replace function app.lock_own_job(p_worker uuid, p_attempt int, p_id uuid) returns app.generation_jobs
      language sql set search_path = '' as $$ select * from app.generation_jobs j where j.generation_id = p_id for update $$`,
    test: { ...queue, title: 'D-15 that fell silent' },
  },
  {
    threat: 'D-43',
    opens: 'a job that kills its worker is tried for ever',
    sql: `alter table app.generation_jobs alter column max_attempts set default 1000000`,
    test: { ...queue, title: 'D-43 ends a job' },
  },
  {
    threat: 'W-01',
    opens: 'everybody hears what a person is told',
    sql: `alter policy "people listen to their own channel" on realtime.messages using (extension = 'broadcast')`,
    test: { ...queue, title: 'W-01 is heard by that person' },
  },
  {
    threat: 'W-01',
    opens: 'people speak on their own channel as if they were the server',
    sql: `create policy planted on realtime.messages for insert to authenticated
      with check ((select realtime.topic()) = 'user:' || (select auth.uid()))`,
    test: { ...queue, title: 'W-01 is sent to by nobody' },
  },
  {
    threat: 'R-03',
    opens: 'people may say themselves that their pictures are paid',
    sql: 'grant execute on function public.finish_generation(uuid, int, uuid, jsonb) to authenticated',
    test: { ...queue, title: 'people may not call finish_generation' },
  },
  {
    threat: 'honest-price',
    opens: 'a picture without its subject is paid for by whoever was not told so',
    file: `${code}/plan-order.ts`,
    find: "if (verdict === 'complete' && isPaidFor) return null",
    replace: 'if (isPaidFor) return null',
    test: { ...honest, title: 'is refused with its reason where nobody was told, and holds nothing' },
  },
  {
    threat: 'honest-price',
    opens: 'one person has pictures made for nothing without end',
    sql: rewritten('app.check_trial_limit(uuid, int, int)', '> p_max_trials', '> 1000000'),
    test: { ...honest, title: 'is made for nothing so often a day, for each person' },
  },
  {
    threat: 'honest-price',
    opens: 'the price of every picture is asked back',
    sql: rewritten(giveBack, 'most constant int := 3', 'most constant int := 3000'),
    test: { ...honest, title: 'gives the price back, once, three times a day' },
  },
  {
    threat: 'honest-price',
    opens: 'the price of somebody else’s picture is asked back',
    sql: rewritten(giveBack, 'and o.user_id = me', ''),
    test: { ...honest, title: 'of somebody else, and of what cost nothing, gives nothing' },
  },
  {
    threat: 'folders',
    opens: 'somebody puts another’s pictures into folders',
    sql: rewritten('public.put_images_in_folder(uuid[], uuid)', 'and gi.user_id = auth.uid()', ''),
    test: { ...folders, title: 'nobody puts into, reads, renames or fills another’s' },
  },
]
