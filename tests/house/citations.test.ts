/** What comments and tests cite stands in docs/: « WIRE §1.3 », « spec §9 », « THREATS A-21 », « decision 0014 ». */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../tools/run-command.ts'

const documents: Readonly<Record<string, string>> = {
  spec: 'product.md',
  wire: 'wire.md',
  e2ee: 'end-to-end.md',
  threats: 'threats.md',
  screens: 'screens.md',
  reliability: 'reliability.md',
  performance: 'performance.md',
}
const folders = ['platform', 'supabase', 'engine', 'app', 'tests', 'tools', 'docs']
const passedOver = /(^|\/)(node_modules|dist|coverage)(\/|$)/

/** A name in capitals (or « spec ») and one or more sections: « §1.3, §1.7 », « §3–5 ». */
const sections = /\b(spec|Spec|[A-Z][A-Z0-9-]{3,}) (§[0-9]+(?:\.[0-9]+)?(?:(?:, §|, | and §|–)[0-9]+(?:\.[0-9]+)?)*)/g
/** Standards that anybody finds by their name. */
const standards = /^(RFC|SAML|HTML|JSON|TOTP|FIDO)$/
const rows = /\b(THREATS|RELIABILITY) ((?:[A-Z]-?\d{1,2}|c\d)(?:(?:, | to | and )(?:[A-Z]-?\d{1,2}|c\d))*)/g
/** How a test of the threat model names its row: first in a title, or as the threat of a planted hole. */
const titles = /(?:\b(?:it|test|describe)(?:\.each\([^)]*\))?\(\s*['`]|\bthreat: ')([A-Z]-\d{2}|L\d{1,2})\b/g
/** A file in backticks, by the end of its path. */
const files = /`([\w.@/-]*[\w-]\.(?:ts|tsx|sql|toml|mjs|md|css))`/g
const decisions = /\bdecisions? (\d{4})/g

async function textFiles(): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      const path = relative(root, join(entry.parentPath, entry.name))
      if (entry.isFile() && /\.(ts|tsx|sql|md|css|mjs)$/.test(path) && !passedOver.test(path)) found.push(path)
    }
  }
  return found
}

async function headingsAndRows() {
  const headings = new Map<string, Set<string>>()
  const ids = new Set<string>()
  for (const [name, file] of Object.entries(documents)) {
    const text = await readFile(join(root, 'docs/spec', file), 'utf8')
    headings.set(name, new Set([...text.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, section]) => section!)))
    for (const [, id] of text.matchAll(/^\| ([A-Z]-?\d{1,2}) \|/gm)) ids.add(id!)
    for (const [, id] of text.matchAll(/\((c\d)\)/g)) ids.add(id!)
  }
  const records = new Set((await readdir(join(root, 'docs/decisions'))).map((file) => file.slice(0, 4)))
  return { headings, ids, records }
}

/** « §1.3, §1.7 » → 1.3 and 1.7; « §3–5 » → 3, 4 and 5. */
function citedSections(text: string): string[] {
  return text
    .replaceAll('§', '')
    .split(/, | and /)
    .flatMap((part) => {
      const [first = '', last] = part.split('–')
      if (last === undefined || !/^\d+$/.test(first)) return last === undefined ? [first] : [first, widen(first, last)]
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => String(Number(first) + index))
    })
}

/** The end of « 4.3–4.7 » or of « 4.3–7 ». */
const widen = (first: string, last: string) => (last.includes('.') ? last : `${first.split('.')[0]}.${last}`)

test('what is cited stands in docs/', async () => {
  const { headings, ids, records } = await headingsAndRows()
  const missing: string[] = []
  let citations = 0
  for (const path of await textFiles()) {
    const text = await readFile(join(root, path), 'utf8')
    const check = (stands: boolean, citation: string) => {
      citations++
      if (!stands) missing.push(`${path}: ${citation}`)
    }
    for (const [, name, list] of text.matchAll(sections)) {
      if (standards.test(name!)) continue
      const known = headings.get(name!.toLowerCase())
      for (const section of citedSections(list!)) check(known?.has(section) === true, `${name} §${section}`)
    }
    for (const [, name, list] of text.matchAll(rows))
      for (const id of list!.split(/, | to | and /)) check(ids.has(id), `${name} ${id}`)
    for (const [, id] of text.matchAll(titles)) check(ids.has(id!), id!)
    for (const [, number] of text.matchAll(decisions)) check(records.has(number!), `decision ${number}`)
  }
  expect(citations).toBeGreaterThan(400)
  expect(missing).toEqual([])
})

test('files that the documents name are there', async () => {
  const present = (await textFiles()).concat([
    'supabase/config.toml',
    'supabase/schedules.toml',
    '.dependency-cruiser.mjs',
    '.dependency-cruiser.load.mjs',
  ])
  const missing: string[] = []
  let named = 0
  for (const document of [...present.filter((path) => path.startsWith('docs/')), 'README.md']) {
    for (const [, file] of (await readFile(join(root, document), 'utf8')).matchAll(files)) {
      named++
      if (!present.some((path) => path === file || path.endsWith(`/${file}`))) missing.push(`${document}: ${file}`)
    }
  }
  expect(named).toBeGreaterThan(30)
  expect(missing).toEqual([])
})
