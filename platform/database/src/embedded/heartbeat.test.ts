import { lstat, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { beatOn } from './heartbeat.ts'

let folder: string
let link: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartbeat-'))
  link = join(folder, 'heartbeat')
})
afterEach(() => rm(folder, { recursive: true }))

const refusal = () => new Error('in use')

it('refuses where somebody elsewhere keeps beating', { timeout: 15_000 }, async () => {
  await using _ = await beatOn(link, 'another place', refusal)
  await expect(beatOn(link, 'here', refusal)).rejects.toThrow('in use')
  expect(await readlink(link)).toBe('another place')
})

it('takes over at once what a dead process of the same place left, and leaves nothing behind', async () => {
  await symlink('here', link)
  const started = performance.now()
  const beating = await beatOn(link, 'here', refusal)
  expect(performance.now() - started).toBeLessThan(1_000)
  await beating[Symbol.asyncDispose]()
  await expect(lstat(link)).rejects.toThrow('ENOENT')
})

it('takes over what does not move any more', { timeout: 15_000 }, async () => {
  await symlink('another place', link)
  await using _ = await beatOn(link, 'here', refusal)
  expect(await readlink(link)).toBe('here')
})
