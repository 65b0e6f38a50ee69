/** SCREENS §0: what the specification gives letter for letter is said so, and no such text is left unnamed. */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../tools/run-command.ts'
import { verbatimTexts, type Place, type VerbatimText } from './verbatim-texts.ts'

const textOf = (path: string) => readFile(join(root, path), 'utf8')

/** 'Like this'; not the end of « others' », nor an apostrophe within a word. */
const quoted = /(?<![\p{L}\d])'([^'\n]+)'(?![\p{L}\d])/gu
/** The keys that a catalog names as the specification's own. */
const declared = /verbatim: \[([^\]]*)\]/u

async function importHome(path: string): Promise<Record<string, unknown>> {
  return (await import(join(root, path))) as Record<string, unknown>
}

function said(value: unknown, given: readonly unknown[] = []): unknown {
  return typeof value === 'function' ? (value as (...facts: readonly unknown[]) => unknown)(...given) : value
}

type Catalog = Record<'fr' | 'en', Record<string, unknown>>

/** A catalog of the module that has the key. */
async function catalogWith(path: string, key: string): Promise<Catalog | undefined> {
  const exported = Object.values(await importHome(path)) as (Partial<Catalog> | null | undefined)[]
  return exported.find((one): one is Catalog => one?.fr !== undefined && Object.hasOwn(one.fr, key))
}

/** What is said there, once for each language in which it has to be. */
async function saidAt(place: Place, text: string): Promise<unknown[]> {
  if ('catalog' in place) {
    const catalog = await catalogWith(place.catalog, place.key)
    const languages = place.isBoth ? (['fr', 'en'] as const) : (['fr'] as const)
    return languages.map((language) => said(catalog?.[language][place.key], place.given))
  }
  if ('module' in place) return [said((await importHome(place.module))[place.name], place.given)]
  const source = await textOf(place.file)
  const literals = place.written === undefined ? [`'${text}'`, `"${text}"`, `\`${text}\``] : [place.written]
  return [literals.some((literal) => source.includes(literal)) ? text : `not in ${place.file}`]
}

async function isSaid({ text, at }: VerbatimText): Promise<boolean> {
  const answers = await Promise.all(at.map((place) => saidAt(place, text)))
  return answers.flat().every((answer) => answer === text)
}

test.each(verbatimTexts)('« $text » is said byte for byte', async (entry) => {
  const answers = await Promise.all(entry.at.map((place) => saidAt(place, entry.text)))
  for (const answer of answers.flat()) expect(answer).toBe(entry.text)
  // Said nowhere: that needs a reason.
  expect(entry.at.length > 0 || entry.because !== undefined).toBe(true)
})

test('each text that the specification quotes is named once, and each that is named is quoted', async () => {
  const specification = new Set([...(await textOf('docs/spec/product.md')).matchAll(quoted)].map(([, text]) => text))
  specification.delete('single quotes')
  const named = verbatimTexts.map(({ text }) => text)
  expect(named.toSorted()).toEqual([...specification].map(String).toSorted())
  expect(named.length).toBeGreaterThan(60)
})

test('each text that a screen quotes is one of the specification’s', async () => {
  const screens = [...(await textOf('docs/spec/screens.md')).matchAll(quoted)].map(([, text]) => text)
  const named = new Set(verbatimTexts.map(({ text }) => text))
  expect(screens.filter((text) => text !== 'single quotes' && !named.has(text!))).toEqual([])
})

test('each key that a catalog calls verbatim is named, and the other way round', async () => {
  const catalogs = globSync('app/src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
  const keys: string[] = []
  for (const path of catalogs) {
    for (const [key] of (declared.exec(await textOf(path))?.[1] ?? '').matchAll(/(?<=')\w+(?=')/gu))
      keys.push(`${path} ${key}`)
  }
  // Counted, so it cannot be declared: its number takes the spaces of its language.
  const counted = 'app/src/entities/credits/credit.i18n.ts left'
  const named = verbatimTexts.flatMap(({ at }) =>
    at.flatMap((place) => ('catalog' in place ? [`${place.catalog} ${place.key}`] : [])),
  )
  expect(named.toSorted()).toEqual([...keys, counted].toSorted())
})

test('what is said nowhere is said nowhere', async () => {
  const sources = globSync(['app/src/**/*.{ts,tsx}', 'supabase/functions/**/*.ts'], { cwd: root })
  const unsaid = verbatimTexts.filter(({ at }) => at.length === 0)
  for (const path of sources) {
    const source = await textOf(path)
    for (const { text } of unsaid) expect(source.includes(`'${text}'`), `${path}: ${text}`).toBe(false)
  }
})

test.each([
  [
    'another sign',
    { text: 'Génération réussie.', at: verbatimTexts.find(({ text }) => text.startsWith('Génération r'))!.at },
  ],
  [
    'another space',
    { text: 'Génération réussie\u00a0!', at: verbatimTexts.find(({ text }) => text.startsWith('Génération r'))!.at },
  ],
  ['a key that is gone', { text: 'Publier', at: [{ catalog: 'app/src/i18n/errors.i18n.ts', key: 'gone' }] }],
  [
    'French where it should be both',
    {
      text: 'Erreur inconnue',
      at: [{ catalog: 'app/src/i18n/errors.i18n.ts', key: 'unknown', isBoth: true as const }],
    },
  ],
  ['a file that does not hold it', { text: 'Publier', at: [{ file: 'app/src/data/config.ts' }] }],
  [
    'a module that says something else',
    { text: 'Cortexia/2.0.0', at: [{ module: 'app/src/data/config.ts', name: 'clientInfo' }] },
  ],
])('%s is seen', async (_, entry) => {
  expect(await isSaid(entry)).toBe(false)
})
