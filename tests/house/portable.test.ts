import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { closureOf } from '../../tools/imports/closure.ts'
import {
  closureOfFunction,
  denoFileOf,
  functionNames,
  isNodeOnly,
  renderDenoFile,
} from '../../tools/imports/import-maps.ts'

/** These make, look at or enlarge pictures; what they need for it they load when they need it. */
const ofPictures = [
  'commission-files',
  'commission-worker',
  'cortexia-intelligence',
  'generation-worker',
  'v0-generator',
  'workflow-worker',
]

test.each(functionNames)('deno.json of %s names what it loads, no more and no less', (name) => {
  expect(readFileSync(denoFileOf(name), 'utf8'), 'write it anew: npm run functions:imports').toBe(renderDenoFile(name))
})

test.each(functionNames)('%s starts without native code', (name) => {
  const { names } = closureOfFunction(name, false)
  expect([...names].filter(isNodeOnly)).toEqual([])
})

test('only the functions that deal with pictures ever load native code', () => {
  const reaching = functionNames.filter((name) => [...closureOfFunction(name, true).names].some(isNodeOnly))
  expect(reaching).toEqual(ofPictures)
})

test('what a module loads is found in every form, and types load nothing', async () => {
  const root = await mkdtemp(join(tmpdir(), 'closure-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const texts = {
    'entry.ts': [
      "import 'by-effect'",
      "import type { A } from 'a-type'",
      "import { b } from './b.ts'",
      "export { c } from '@here/c'",
      "export type { D } from 'another-type'",
      "const late = () => import('./late.ts')",
      "const thread = new URL('thread.ts', import.meta.url)",
    ],
    'b.ts': ["export * from 'by-b'"],
    'c.ts': ["import * as all from 'by-c'"],
    'late.ts': ["import { x } from 'by-late'"],
    'thread.ts': ["import { y } from 'by-thread/part'"],
  }
  for (const [name, lines] of Object.entries(texts)) await writeFile(join(root, name), lines.join('\n'))
  const options = { root, aliases: { '@here/c': 'c.ts' } }
  const atOnce = closureOf('entry.ts', { ...options, withLazy: false })
  expect([...atOnce.names].toSorted()).toEqual(['@here/c', 'by-b', 'by-c', 'by-effect'])
  const whole = closureOf('entry.ts', { ...options, withLazy: true })
  expect([...whole.names].toSorted()).toEqual([...atOnce.names, 'by-late', 'by-thread/part'].toSorted())
  expect([...whole.files].toSorted()).toEqual(['b.ts', 'c.ts', 'entry.ts', 'late.ts', 'thread.ts'])
})
