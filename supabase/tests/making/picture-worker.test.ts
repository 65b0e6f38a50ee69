/** A process that makes pictures beside a server whose functions make none, and what its key may do. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeKey, readConfig, UnknownRoleError } from '@platform/server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { asClusterOwner, startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { usualOrder } from '../support/generation-queue.ts'
import { newMember, type Member } from './generation-people.ts'
import { startTestEngine } from './test-engine.ts'

const product = join(import.meta.dirname, '../..')
const stateless = { auth: { persistSession: false } }

let root: string
let system: RunningSystem
let service: SupabaseClient
let awa: Member
/** Of the worker, and its official client. */
let key: string
let worker: SupabaseClient

/** The product's database, files and live channels, without its functions. */
async function folderWithoutFunctions(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'beside-'))
  await mkdir(join(folder, 'supabase/functions'), { recursive: true })
  for (const name of ['brand.toml', 'config.toml', 'migrations'])
    await symlink(join(product, name), join(folder, 'supabase', name))
  await writeFile(join(folder, 'supabase/schedules.toml'), '')
  return folder
}

const config = () => readConfig({ DATA_DIR: system.dataFolder, LOG_LEVEL: 'silent' }, { root })

beforeAll(async () => {
  root = await folderWithoutFunctions()
  system = await startSystem({}, root)
  service = createClient(system.url, system.serviceRoleKey, stateless)
  awa = await newMember(system)
  key = await makeKey(config(), { role: 'picture_worker', days: 1 })
  worker = createClient(system.url, key, stateless)
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await rm(root, { recursive: true })
})

const picture = (width: number, type: 'png' | 'webp' = 'png') =>
  sharp({ create: { width, height: 64, channels: 3, background: '#2a6' } })
    .toFormat(type)
    .toBuffer()

/** With a picture of hers that only she sees. */
async function order(): Promise<string> {
  const path = `${awa.id}/${crypto.randomUUID()}.png`
  const kept = await awa.client.storage
    .from('temp-uploads')
    .upload(path, await picture(96), { contentType: 'image/png' })
  expect(kept.error).toBeNull()
  const reference = { position: 1, bucket: 'temp-uploads', path, role: 'subject', influence: 0.5 }
  const { data, error } = await service.rpc('enqueue_generation', {
    p_user: awa.id,
    p_order: { ...usualOrder, idempotency_key: crypto.randomUUID(), references: [reference] },
    p_min_gap_ms: 0,
    p_max_active: 3,
    p_max_trials: 10,
  })
  expect(error).toBeNull()
  return (data as { generation_id: string }).generation_id
}

const statusOf = async (id: string) =>
  (await awa.client.from('generations').select('status').eq('id', id).single<{ status: string }>()).data?.status

test.for(['SUPABASE_SERVICE_ROLE_KEY', 'SUPABASE_WORKER_KEY'])(
  'what is ordered where no function makes pictures is made by the picture worker with %s, which ends when it is told to',
  { timeout: 120_000 },
  async (name) => {
    const engine = await startTestEngine()
    onTestFinished(() => engine[Symbol.asyncDispose]())
    const id = await order()
    const running = spawn(process.execPath, [join(product, 'picture-worker.ts')], {
      env: {
        ...process.env,
        ...engine.settings,
        SUPABASE_URL: system.url,
        [name]: name === 'SUPABASE_WORKER_KEY' ? key : system.serviceRoleKey,
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    onTestFinished(() => void running.kill('SIGKILL'))
    await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('succeeded')

    const ended = once(running, 'exit')
    running.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)

interface Claimed {
  readonly generation_id: string
  readonly attempt: number
  readonly paths: readonly string[]
  readonly references: readonly { readonly bucket: string; readonly path: string }[]
}

async function claim(by: string): Promise<Claimed> {
  const { data, error } = await worker.rpc('claim_generation', { p_worker: by, p_lease_seconds: 30 })
  expect(error).toBeNull()
  return data as Claimed
}

test('the worker’s key reads what its job was ordered with and writes its pictures, while it has the job; no other file', async () => {
  const by = crypto.randomUUID()
  const other = await newMember(system)
  const foreign = `${other.id}/private.png`
  await other.client.storage.from('temp-uploads').upload(foreign, await picture(80), { contentType: 'image/png' })
  await order()
  const { generation_id: id, attempt, paths, references } = await claim(by)
  const [path = ''] = paths
  const [reference] = references
  expect((await worker.storage.from('temp-uploads').download(reference?.path ?? '')).error).toBeNull()
  const files = worker.storage.from('generated-images')
  const made = await picture(256, 'webp')
  const write = (place: string) => files.upload(place, made, { contentType: 'image/webp', upsert: true })
  expect((await write(path)).error).toBeNull()
  expect((await write(path)).error).toBeNull()

  const refused = { statusCode: '403' }
  expect((await write(`${awa.id}/${'0'.repeat(32)}.webp`)).error).toMatchObject(refused)
  expect((await write(`${other.id}/${path.split('/')[1]}`)).error).toMatchObject(refused)
  expect(
    (await worker.storage.from('temp-uploads').upload(foreign, await picture(70), { contentType: 'image/png' })).error,
  ).toMatchObject(refused)
  expect((await worker.storage.from('temp-uploads').download(foreign)).error).not.toBeNull()
  expect((await worker.storage.from('temp-uploads').list(other.id)).data ?? []).toEqual([])
  expect((await worker.storage.listBuckets()).data ?? []).toEqual([])
  await files.remove([path])
  expect((await service.storage.from('generated-images').download(path)).error).toBeNull()

  const image = { position: 1, bucket: 'temp-uploads', path: foreign, url: `http://x/${foreign}`, width: 1, height: 1 }
  const recorded = await worker.rpc('record_generation_image', {
    p_worker: by,
    p_attempt: attempt,
    p_id: id,
    p_image: image,
  })
  expect(recorded.error).toMatchObject({ hint: 'not_own_path' })

  const outcome = { status: 'failed', error_code: 'engine_failed', error_message: 'x' }
  const ended = await worker.rpc('finish_generation', {
    p_worker: by,
    p_attempt: attempt,
    p_id: id,
    p_outcome: outcome,
  })
  expect(ended.data).toBe('over')
  expect((await write(path)).error).toMatchObject(refused)
  expect((await worker.storage.from('temp-uploads').download(reference?.path ?? '')).error).not.toBeNull()
})

test('it may do nothing else: every other table and function is refused with a typed error, and so is every other wire', async () => {
  const tables = await asClusterOwner<{ name: string; isView: boolean }>(
    system.dataFolder,
    `select relname as name, relkind = 'v' as "isView" from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')`,
  )
  expect(tables.length).toBeGreaterThan(50)
  const asked = async (path: string, method: string, body: object | null = null) => {
    const answer = await fetch(`${system.url}${path}`, {
      method,
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    const said = (await answer.json().catch(() => ({}))) as { code?: string }
    return `${answer.status} ${said.code ?? ''}`
  }
  // Nothing can be written through most views, whoever asks.
  const answers = await Promise.all(
    tables.flatMap(({ name, isView }) => [
      asked(`/rest/v1/${name}`, 'GET'),
      asked(`/rest/v1/${name}`, isView ? 'GET' : 'POST', isView ? null : {}),
    ]),
  )
  expect(new Set(answers)).toEqual(new Set(['403 42501']))

  const functions = await asClusterOwner<{ name: string; isOpen: boolean }>(
    system.dataFolder,
    `select distinct proname as name, has_function_privilege('picture_worker', oid, 'execute') as "isOpen"
     from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype order by 1`,
  )
  expect(functions.filter(({ isOpen }) => isOpen).map(({ name }) => name)).toEqual([
    'beat_generations',
    'claim_generation',
    'finish_generation',
    'has_due_generations',
    'record_generation_image',
    'return_generations',
    'save_generation_upstream',
  ])
  const orderOf = { p_user: awa.id, p_order: {}, p_min_gap_ms: 0, p_max_active: 1, p_max_trials: 1 }
  expect(await asked('/rest/v1/rpc/enqueue_generation', 'POST', orderOf)).toBe('403 42501')
  expect(await asked('/rest/v1/rpc/sweep_generations', 'POST', { p_limit: 1 })).toBe('403 42501')
  expect(await asked('/auth/v1/admin/users', 'GET')).toMatch(/^40[13] /)
  expect(await asked('/auth/v1/user', 'GET')).toMatch(/^40[13] /)
  const grants = await asClusterOwner(
    system.dataFolder,
    `select table_schema, table_name, privilege_type from information_schema.role_table_grants
     where grantee = 'picture_worker' order by 3`,
  )
  expect(grants).toEqual(
    ['INSERT', 'SELECT', 'UPDATE'].map((privilege_type) => ({
      table_schema: 'storage',
      table_name: 'objects',
      privilege_type,
    })),
  )
  await expect(makeKey(config(), { role: 'service_role', days: 1 })).rejects.toThrow(UnknownRoleError)
})
