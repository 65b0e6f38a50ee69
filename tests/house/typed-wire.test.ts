import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../tools/run-command.ts'

/** Where a function of the database is called by a name that is not written there; their own types hold the name. */
const doors = [
  'app/src/data/call-signed-in.ts',
  'app/src/data/question.ts',
  'app/src/data/rest.ts',
  'supabase/functions/_shared/rpc.ts',
]

/** What is kept of a write is only known to whoever registered its kind. */
const unwired = ['app/src/data/outbox/write-queue.ts']

const rules = [
  { what: 'no type is switched off', pattern: /\bas never\b/, except: unwired },
  { what: 'functions are called through the typed door', pattern: /\.rpc\(|[`'"/]rpc\//, except: doors },
  { what: 'rest/v1 has one address', pattern: /\/rest\/v1\//, except: doors },
] as const

const comment = /^\s*(\/\/|\/?\*)/

async function readSources(folder: string): Promise<{ path: string; lines: string[] }[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { path: relative(root, path), lines: (await readFile(path, 'utf8')).split('\n') }
    }),
  )
}

const sources = [...(await readSources('app/src')), ...(await readSources('supabase/functions'))]

test.each(rules)('$what', ({ pattern, except }) => {
  const found = sources
    .filter(({ path }) => !except.some((allowed) => allowed === path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) =>
        pattern.test(line) && !comment.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [],
      ),
    )
  expect(sources.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

test.each([
  ["unwrap(await client.rpc('delete_post' as never, {} as never))", [true, true, false]],
  ["call<Row>('rpc/feed_page', params)", [false, true, false]],
  ['fetch(`${url}/rest/v1/rpc/get_post`)', [false, true, true]],
  ["await call('get_post', { post_id: id }, { signal })", [false, false, false]],
])('the rules see %s', (line, seen) => {
  expect(rules.map(({ pattern }) => pattern.test(line))).toEqual(seen)
})
