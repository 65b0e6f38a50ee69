import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { checkImports, ruleNames } from '../../tools/check-imports.ts'
import { root } from '../../tools/run-command.ts'

async function houseOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'house-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const room of ['platform', 'engine', 'supabase/functions', 'app/src', 'tools', 'tests'])
    await mkdir(join(folder, room), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

const planted = [
  { rule: 'platform-is-generic', from: 'platform/rest/src/a.ts', to: 'app/src/data/b.ts' },
  { rule: 'services-know-database-and-http-only', from: 'platform/rest/src/a.ts', to: 'platform/auth/src/index.ts' },
  { rule: 'front-door-only', from: 'platform/rest/src/a.ts', to: 'platform/http/src/b.ts' },
  { rule: 'front-door-from-outside', from: 'tests/e2e/a.ts', to: 'engine/src/core/b.ts' },
  { rule: 'product-is-portable', from: 'supabase/functions/x/index.ts', to: 'platform/http/src/index.ts' },
  { rule: 'functions-are-islands', from: 'supabase/functions/x/index.ts', to: 'supabase/functions/y/index.ts' },
  { rule: 'features-are-islands', from: 'app/src/features/x/a.ts', to: 'app/src/features/y/b.ts' },
  { rule: 'entities-below-features', from: 'app/src/entities/x/a.ts', to: 'app/src/features/y/b.ts' },
  { rule: 'ui-knows-i18n-only', from: 'app/src/ui/a.ts', to: 'app/src/data/b.ts' },
  { rule: 'engine-knows-nothing', from: 'engine/src/a.ts', to: 'tools/b.ts' },
  { rule: 'test-tools-stay-in-tests', from: 'platform/rest/src/a.ts', to: 'platform/rest/testing/b.ts' },
  { rule: 'test-tools-stay-in-tests', from: 'platform/rest/src/a.ts', to: 'platform/rest/evaluator/b.ts' },
  { rule: 'features-below-app', from: 'app/src/features/x/a.ts', to: 'app/src/app/b.ts' },
  { rule: 'features-below-app', from: 'app/src/service-worker/a.ts', to: 'app/src/app/b.ts' },
  { rule: 'entities-below-features', from: 'app/src/navigation/a.ts', to: 'app/src/features/y/b.ts' },
  { rule: 'entities-in-order', from: 'app/src/entities/conversation/a.ts', to: 'app/src/entities/message/b.ts' },
  { rule: 'entities-in-order', from: 'app/src/entities/comment/a.ts', to: 'app/src/entities/workflow/b.ts' },
  { rule: 'entities-in-order', from: 'app/src/entities/image/a.ts', to: 'app/src/entities/session/b.ts' },
  { rule: 'entities-in-order', from: 'app/src/entities/new/a.ts', to: 'app/src/entities/session/b.ts' },
  { rule: 'data-below-entities', from: 'app/src/data/a.ts', to: 'app/src/entities/x/b.ts' },
  { rule: 'data-below-entities', from: 'app/src/data/a.ts', to: 'app/src/navigation/b.ts' },
  { rule: 'navigation-and-i18n-know-nothing', from: 'app/src/navigation/a.ts', to: 'app/src/data/b.ts' },
  { rule: 'crypto-knows-nothing', from: 'app/src/crypto/a.ts', to: 'app/src/data/b.ts' },
  { rule: 'crypto-knows-nothing', from: 'app/src/crypto/a.ts', to: 'node_modules/@types/react/index.ts' },
  { rule: 'app-knows-the-wire-and-the-contract', from: 'app/src/data/a.ts', to: 'platform/http/src/index.ts' },
]

const nativeRule = 'native-code-in-the-picture-worker'
const sharpRule = 'sharp-is-set-up-first'

test('every rule has a violation here that it must see', async () => {
  const proven = new Set([...planted.map(({ rule }) => rule), 'no-cycles', nativeRule, sharpRule])
  expect((await ruleNames()).filter((name) => !proven.has(name))).toEqual([])
})

const kept = [
  { from: 'app/src/entities/message/keys/a.ts', to: 'app/src/entities/message/b.ts' },
  { from: 'app/src/entities/message/a.ts', to: 'app/src/entities/session/b.ts' },
  { from: 'app/src/entities/image/a.ts', to: 'app/src/entities/image/b.ts' },
  { from: 'app/src/data/a.ts', to: 'app/src/crypto/b.ts' },
  { from: 'app/src/app/a.ts', to: 'app/src/features/x/b.ts' },
  { from: 'platform/rest/tests/a.db.test.ts', to: 'platform/rest/testing/b.ts' },
]

interface Planted {
  readonly from: string
  readonly to: string
}

/** The rules that one arrow breaks, as a type import. */
async function brokenBy({ from, to }: Planted): Promise<string[]> {
  const path = `${'../'.repeat(from.split('/').length - 1)}${to}`
  const folder = await houseOf({
    [from]: `import type { B } from '${path}'\nexport type A = B\n`,
    [to]: 'export type B = string\n',
  })
  const { violations, totalCruised } = await checkImports(folder)
  expect(totalCruised).toBe(2)
  return violations.map((violation) => violation.rule.name)
}

test.each(planted)('$rule sees $from → $to, type imports included', async ({ rule, ...arrow }) => {
  expect(await brokenBy(arrow)).toContain(rule)
})

test.each(kept)('$from → $to is as it should be', async (arrow) => {
  expect(await brokenBy(arrow)).toEqual([])
})

test('an arrow by a subpath import of the app is seen', async () => {
  const folder = await houseOf({
    'app/package.json': '{ "name": "app", "type": "module", "imports": { "#*": "./src/*" } }',
    'app/src/ui/a.ts': "import { b } from '#data/b.ts'\nexport const a = b\n",
    'app/src/data/b.ts': 'export const b = 1\n',
  })
  const { violations } = await checkImports(folder)
  expect(violations.map(({ rule, to }) => `${rule.name} ${to}`)).toContain('ui-knows-i18n-only app/src/data/b.ts')
})

test.each([
  ['native code', "export { default as heavy } from 'sharp'"],
  ['a pool of threads', "export { Piscina as heavy } from 'piscina'"],
  ['threads', "export { Worker as heavy } from 'node:worker_threads'"],
  ['what paints', "export { paint as heavy } from '@/engine/src/index.ts'"],
])('a function that loads %s by way of another module is seen, one that may load it later is not', async (_, line) => {
  const files = {
    'supabase/functions/_shared/heavy.ts': line.replace('@', '../../..'),
    'supabase/functions/_shared/image-engines/heavy.ts': line.replace('@', '../../../..'),
    'engine/src/index.ts': 'export const paint = 1\n',
  }
  const violationsOf = async (index: string) => {
    const { violations } = await checkImports(await houseOf({ ...files, 'supabase/functions/x/index.ts': index }))
    return violations.filter(({ rule }) => rule.name === nativeRule).map(({ from }) => from)
  }
  const outsideItsRoom = 'supabase/functions/_shared/heavy.ts'
  expect(await violationsOf("export { heavy } from '../_shared/image-engines/heavy.ts'\n")).toEqual([
    outsideItsRoom,
    'supabase/functions/x/index.ts',
  ])
  expect(await violationsOf("export const late = () => import('../_shared/image-engines/heavy.ts')\n")).toEqual([
    outsideItsRoom,
  ])
  expect(await violationsOf("export type { heavy } from '../_shared/image-engines/heavy.ts'\n")).toEqual([
    outsideItsRoom,
  ])
})

test('sharp is seen wherever it is not set up, its types are not', async () => {
  const pictures = 'supabase/functions/_shared/image-engines/pictures'
  const folder = await houseOf({
    [`${pictures}/decoder.ts`]: "export { default as sharp } from 'sharp'\n",
    [`${pictures}/header.ts`]: "import sharp, { type Sharp } from 'sharp'\nexport const header: Sharp = sharp()\n",
    [`${pictures}/types.ts`]: "import type { Sharp } from 'sharp'\nexport type Picture = Sharp\n",
  })
  const { violations } = await checkImports(folder)
  expect(violations.filter(({ rule }) => rule.name === sharpRule).map(({ from }) => from)).toEqual([
    `${pictures}/header.ts`,
  ])
})

test('a cycle of type imports is seen', async () => {
  const folder = await houseOf({
    'tools/a.ts': "import type { B } from './b.ts'\nexport type A = B | string\n",
    'tools/b.ts': "import type { A } from './a.ts'\nexport type B = A | number\n",
  })
  const { violations } = await checkImports(folder)
  expect(violations.map((violation) => violation.rule.name)).toContain('no-cycles')
})

// The whole house is walked by `npm run check`, which refuses to have seen nothing; here one room shows that it sees.
test('the arrows are checked on the modules of this house', { timeout: 120_000 }, async () => {
  const { totalCruised } = await checkImports(root, 'engine')
  expect(totalCruised).toBeGreaterThan(100)
})
