/** A process that makes pictures beside a server whose functions make none. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test } from 'vitest'

import { startSystem } from '../../../tests/support/start-system.ts'
import { usualOrder } from '../support/generation-queue.ts'
import { newMember } from './generation-people.ts'
import { startTestEngine } from './test-engine.ts'

const product = join(import.meta.dirname, '../..')

/** The product's database, files and live channels, without its functions. */
async function folderWithoutFunctions(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'beside-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'supabase/functions'), { recursive: true })
  for (const name of ['brand.toml', 'config.toml', 'migrations'])
    await symlink(join(product, name), join(root, 'supabase', name))
  await writeFile(join(root, 'supabase/schedules.toml'), '')
  return root
}

test('what is ordered where no function makes pictures is made by the picture worker, which ends when it is told to', async () => {
  const engine = await startTestEngine()
  onTestFinished(() => engine[Symbol.asyncDispose]())
  const system = await startSystem({}, await folderWithoutFunctions())
  onTestFinished(() => system[Symbol.asyncDispose]())
  const awa = await newMember(system)
  const service = createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })
  const ordered = await service.rpc('enqueue_generation', {
    p_user: awa.id,
    p_order: { ...usualOrder, idempotency_key: crypto.randomUUID() },
    p_min_gap_ms: 0,
    p_max_active: 3,
    p_max_trials: 10,
  })
  expect(ordered.error).toBeNull()

  const worker = spawn(process.execPath, [join(product, 'picture-worker.ts')], {
    env: {
      ...process.env,
      ...engine.settings,
      SUPABASE_URL: system.url,
      SUPABASE_SERVICE_ROLE_KEY: system.serviceRoleKey,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void worker.kill('SIGKILL'))
  const statusOf = async () =>
    (await awa.client.from('generations').select('status').single<{ status: string }>()).data?.status
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('succeeded')

  const ended = once(worker, 'exit')
  worker.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}, 120_000)
