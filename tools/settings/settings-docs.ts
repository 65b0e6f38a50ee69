/**
 * `npm run settings:docs`: docs/configuration.md and .env.example out of the tables of settings, and the reader of the
 * functions, which is the server's own. With --check it only compares.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { serverAreas, type Area, type Setting } from '@platform/server'

import { logSettings, runtimeSettings } from '../../supabase/functions/_shared/settings/runtime.ts'
import { productAreas } from '../../supabase/settings.ts'
import { root } from '../run-command.ts'
import { developmentSettings } from './development-settings.ts'

const areas: readonly Area[] = [...serverAreas, ...productAreas]
const told: readonly Setting[] = Object.values({ ...runtimeSettings, ...logSettings })
const all = areas.flatMap(({ settings }) => Object.values(settings))

/** The ones that people set, the first in the document. */
const mostSet = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'JWT_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'IMAGE_ENGINE',
  'TEXT_ENGINE',
]

const head = '| Variable | Unless set | Form | Decides |\n|---|---|---|---|'

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

function whileUnset({ default: value, unset }: Setting): string {
  if (unset !== undefined) return unset
  const text = textOf(value)
  return text === '' ? 'nothing' : `\`${text}\``
}

function rowOf(setting: Setting): string {
  const cells = [whileUnset(setting), setting.form.expected, setting.words]
  return `| \`${setting.name}\` | ${cells.map((cell) => cell.replaceAll('<', '&lt;')).join(' | ')} |`
}

function documentOf(): string {
  const first = mostSet.map((name) => all.find((setting) => setting.name === name)!)
  const sections = areas.map(
    ({ title, settings }) => `## ${title}\n\n${head}\n${Object.values(settings).map(rowOf).join('\n')}`,
  )
  const forWork = developmentSettings.map(({ name, unset, words }) => `| \`${name}\` | ${unset} | ${words} |`)
  return `# Configuration

Written by \`npm run settings:docs\` from the tables of settings; \`npm run check\` compares.

Settings are environment variables, or lines of a \`.env\` file at the root of the project ([.env.example](../.env.example)); what
the environment says wins over the file, and an empty value counts as none. Nothing is needed: \`npm start\` works without any.
A value that is wrong refuses the start, with all that are wrong told at once and no secret shown.

## What people set

${head}
${first.map(rowOf).join('\n')}

${sections.join('\n\n')}

## What functions are told

Our server tells its functions all of these. The hosted service tells them \`SUPABASE_URL\` and the two keys; \`APP_ENV\`,
\`VAPID_…\` and \`LOG_…\` are secrets to be set there.

${head}
${told.map(rowOf).join('\n')}

## For working on the project

What tools, tests and measurements read; a running system knows none of it.

| Variable | Unless set | Decides |
|---|---|---|
${forWork.join('\n')}
`
}

const width = 120
const evident = new Set(['on or off', 'any text'])

function comment(words: string): string {
  const lines = ['#']
  for (const word of words.split(' ')) {
    const line = lines.at(-1)!
    if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines.join('\n')
}

function exampleOf({ name, words, form, unset, default: value }: Setting): string {
  const expected = evident.has(form.expected) ? '' : ` Form: ${form.expected.replace(/…$/, '')}.`
  const otherwise = unset === undefined ? '' : ` Unless set: ${unset}.`
  const line = `${name}=${textOf(value)}`
  return `${comment(words + expected + otherwise)}\n${name.includes('<') ? `#${line}` : line}`
}

function environmentOf(): string {
  const sections = areas.map(({ title, settings }) => {
    const rule = '─'.repeat(width - title.length - 6)
    return `# ── ${title} ${rule}\n${Object.values(settings).map(exampleOf).join('\n')}`
  })
  return `# Written by npm run settings:docs. Copy to .env and keep what you change: nothing here is needed.
# What the environment says already wins over this file.

${sections.join('\n\n')}
`
}

async function readerOf(): Promise<string> {
  const text = await readFile(join(root, 'platform/server/src/settings/reader.ts'), 'utf8')
  return `// Written by npm run settings:docs: the server's own reader, since neither side may import the other.\n${text}`
}

const files = {
  'docs/configuration.md': documentOf(),
  '.env.example': environmentOf(),
  'supabase/functions/_shared/settings/reader.ts': await readerOf(),
}
for (const [path, text] of Object.entries(files)) {
  const file = join(root, path)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.log(`${path} is not what the settings say: npm run settings:docs`)
    process.exitCode = 1
  }
}
