import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterEach, beforeEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..', '..')
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moved-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('an installation that was built and then moved starts from its own bundle', async () => {
  const [built, moved] = [join(folder, 'built'), join(folder, 'moved')]
  await install(built)
  execFileSync(process.execPath, ['tools/operator/build-server.ts'], { cwd: built })
  await rename(built, moved)
  // Older than the bundle, so nobody looks: whoever starts from the sources fails.
  const source = join(moved, 'platform', 'server', 'src', 'start', 'start.ts')
  await writeFile(source, 'throw new Error("started from the sources")')
  await utimes(source, 0, 0)
  expect(await startedAt(moved)).toBe(200)
})

/** As this one is, with modules of its own; packages, app and functions are this one's. */
async function install(target: string): Promise<void> {
  const isOurs = (path: string) => !/\/(?:node_modules|dist)$/.test(path)
  for (const name of ['platform', 'tools'])
    await cp(join(root, name), join(target, name), { recursive: true, preserveTimestamps: true, filter: isOurs })
  for (const name of ['app', 'supabase', 'engine', 'package.json', 'release.json'])
    await symlink(join(root, name), join(target, name))
  const packages = join(target, 'node_modules')
  await mkdir(join(packages, '@platform'), { recursive: true })
  for (const name of await readdir(join(target, 'platform')))
    await symlink(join('..', '..', 'platform', name), join(packages, '@platform', name))
  for (const name of await readdir(join(root, 'node_modules')))
    if (!name.startsWith('.') && name !== '@platform')
      await symlink(join(root, 'node_modules', name), join(packages, name))
}

async function startedAt(place: string): Promise<number> {
  const child = spawn(process.execPath, [join(place, 'platform', 'server', 'src', 'main.mjs')], {
    cwd: place,
    env: { DATA_DIR: join(folder, 'data'), PORT: '0', SEED_DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  try {
    for await (const text of createInterface(child.stdout)) {
      const line = JSON.parse(text) as Record<string, unknown>
      if (line['msg'] === 'server.ready') return (await fetch(`${String(line['url'])}/readyz`)).status
    }
    throw new Error('It ended without server.ready')
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
