import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { systemSession } from '@platform/database'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createTestDatabase, rowsOf } from '../../../../tests/support/test-database.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-main-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function start(environment: Record<string, string>): Promise<{ code: number; stderr: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.mjs')], {
    env: { DATA_DIR: join(folder, 'data'), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stderr }
}

it('ends with 1 and every problem when settings are wrong, and touches nothing', async () => {
  const { code, stderr } = await start({ PORT: 'abc', DATABASE_URL: 'mysql://tulip', LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(stderr).toContain('3 settings are wrong:')
  for (const variable of ['PORT', 'DATABASE_URL', 'LOG_LEVEL']) expect(stderr).toContain(variable)
  expect(stderr).not.toContain('tulip')
  expect(stderr).not.toContain('    at ')
  expect(await readdir(folder)).toEqual([])
})

it('ends with 1 when its secret did not sign a key', async () => {
  const wrong = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmVkLWJ5LXNvbWVib2R5LWVsc2U'
  const { code, stderr } = await start({ PORT: '0', JWT_SECRET: 'x'.repeat(32), ANON_KEY: wrong })
  expect(code).toBe(1)
  expect(stderr).toMatch(/ANON_KEY +is not accepted/)
  expect(stderr).not.toContain(wrong)
  expect(await readdir(join(folder, 'data'))).toEqual(['secrets'])
})

it('ends with 1 when the port is taken, before it touches anything', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, stderr } = await start({ PORT: String(port) })
  other.close()
  expect(code).toBe(1)
  expect(stderr).toContain(
    `Port ${port} on 127.0.0.1 is taken by another program. Choose another one: PORT=3001 npm start`,
  )
  expect(stderr).not.toContain('    at ')
  expect(await readdir(folder)).toEqual([])
})

it('ends with 1 and one sentence on a database of an earlier version, in which it runs nothing', async () => {
  await using database = await createTestDatabase({ migrations: [] })
  await database.databases.system.write(systemSession, (tx) =>
    tx.execute(`insert into supabase_migrations.schema_migrations (version, name) values ('20240101000000', 'first')`),
  )
  const { code, stderr } = await start({ PORT: '0', DATABASE_URL: database.url })
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^The server cannot start\.\nThe database was made by an earlier version \(product: 20240101000000 has run.*another database\)$/m,
  )
  expect(stderr).not.toContain('    at ')
  expect(await rowsOf(database, `select from pg_namespace where nspname = 'storage'`)).toEqual([])
})
