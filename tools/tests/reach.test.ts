import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../run-command.ts'
import { reachOf } from './reach.ts'

const roomsOf = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))

test.each([
  ['supabase/schemas/45_comments/comments.sql', ['feed', 'people', 'rights', 'database'], ['feed']],
  ['supabase/functions/v0-generator/index.ts', ['making', 'engines'], ['making']],
  ['app/src/features/messages/thread/Thread.tsx', [], ['messages']],
  ['app/src/ui/Button.tsx', [], ['']],
  ['platform/rest/src/pipeline.ts', [], ['shell']],
  ['docs/architecture.md', [], []],
])('%s reaches what it is about', (file, db, e2e) => {
  expect(reachOf([file])).toEqual({ db: new Set(db), e2e: new Set(e2e), unknown: [] })
})

test.each(['supabase/schemas', 'supabase/functions', 'app/src/features', 'app/src/entities'])(
  'every folder of %s reaches rooms that are there',
  (folder) => {
    const { db, e2e, unknown } = reachOf(roomsOf(folder).map((room) => `${folder}/${room}/file.ts`))
    expect(unknown).toEqual([])
    for (const room of db) expect(existsSync(join(root, 'supabase/tests', room))).toBe(true)
    for (const room of e2e) expect(existsSync(join(root, 'tests/e2e', room))).toBe(true)
  },
)

test('of a file that no rule knows, that is said', () => {
  expect(reachOf(['package.json']).unknown).toEqual(['package.json'])
})
