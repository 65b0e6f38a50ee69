import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { lockFolder } from './folder-lock.ts'

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'folder-lock-'))
  folder = join(parent, 'data')
  await mkdir(folder)
})
afterEach(() => rm(parent, { recursive: true }))

it('holds a folder by whatever path it is reached', async () => {
  await using _ = await lockFolder(folder)
  const otherPath = join(parent, 'moved')
  await rename(folder, otherPath)
  await expect(lockFolder(otherPath)).rejects.toThrow(/moved is in use by another server.*DATA_DIR/)
})

it('is free again at once when it was let go, and is not of what lies at the path later', async () => {
  const held = await lockFolder(folder)
  await rename(folder, join(parent, 'moved'))
  const ofAnother = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow('in use')
  await ofAnother[Symbol.asyncDispose]()
  await held[Symbol.asyncDispose]()
  await using _ = await lockFolder(folder)
})
