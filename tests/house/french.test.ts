/** How French is written here: typographic apostrophes, and one word per thing (docs/glossary.md). */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../../tools/run-command.ts'

/** The lines of `fr: { … }`, each with its file. */
async function frenchLines(): Promise<string[]> {
  const files = globSync('app/src/**/*.i18n.ts', { cwd: root })
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  return texts.flatMap((text, at) => {
    const [, french = ''] = /\bfr: \{([^]*?)\n\s+en: \{/u.exec(text) ?? []
    const lines = french.split('\n').filter((line) => !line.trim().startsWith('/'))
    return lines.map((line) => `${files[at]}: ${line.trim()}`)
  })
}

const straight = /\p{L}'\p{L}/u
/** What is said in one way elsewhere: « clé d’accès », « Création », « Fin du feed ». */
const other = /: ['`][^]*(?:passkey|tissage|tissera|vous avez tout vu|abonnement actif|sans modèle de langage)/iu

test('the texts of the app have no straight apostrophe and no second word for one thing', async () => {
  const lines = await frenchLines()
  expect(lines.length).toBeGreaterThan(1500)
  expect(lines.filter((line) => straight.test(line) || other.test(line))).toEqual([])
})

test('nor have our own workflows', async () => {
  const given = await readFile(join(root, 'supabase/schemas/35_workflows/70_templates.sql'), 'utf8')
  const templates = [...given.matchAll(/\$template\$([^$]*)\$template\$/gu)].map(([, text = '']) => text)
  expect(templates).toHaveLength(6)
  expect(templates.filter((text) => straight.test(text))).toEqual([])
})
