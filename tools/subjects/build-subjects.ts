/**
 * Makes the engine's subjects of the packages of drawings and labels: `npm run subjects:build`. What it writes is
 * committed; the packages are for development only, and nothing reads SVG when a picture is painted.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'

import { type Labels, readLabels } from './labels.ts'
import { wholeBody } from './own/bodies.ts'
import { OURS } from './own/ours.ts'
import { type Drawing, readDrawing } from './read-drawing.ts'
import { selectedNames } from './selection.ts'
import { skinTable } from './skins.ts'

interface Icon {
  readonly body: string
}

const SHARED = new URL('../../engine/src/objects/subjects/', import.meta.url)
const CATALOGUE = new URL('../../engine/src/subjects/', import.meta.url)
const icons = JSON.parse(
  await readFile(new URL('../../node_modules/@iconify-json/noto/icons.json', import.meta.url), 'utf8'),
)
const drawings: Readonly<Record<string, Icon>> = icons.icons
const labels = await readLabels()

/** Painted dark by default: the engine knows the other skins by their colours. */
function bodyOf(name: string): { body: string; hasSkin: boolean } {
  const dark = drawings[darkNameOf(name)]
  const icon = dark ?? drawings[name]
  if (!icon) throw new Error(`No drawing is named ${name}`)
  return { body: icon.body, hasSkin: dark !== undefined }
}

function darkNameOf(name: string): string {
  const hair = /^(man|person|woman)-(bald|beard|curly-hair|white-hair)$/.exec(name)
  return hair ? `${hair[1]}-dark-skin-tone-${hair[2]}` : `${name}-dark-skin-tone`
}

interface Source {
  readonly name: string
  readonly family: string
  readonly body: string
  readonly hasSkin: boolean
  readonly names: Labels
}

const ownNames = new Set(OURS.map(({ name }) => name))
const borrowed = selectedNames()
  .filter(({ name }) => !ownNames.has(name))
  .map(({ name, family }): Source => {
    const { body, hasSkin } = bodyOf(name)
    return { name, family, body, hasSkin, names: labels.of(name) }
  })
const ours = OURS.map((one): Source => {
  const { name, family } = one
  return { name, family, body: wholeBody(one, drawings), hasSkin: false, names: one }
})
const files = new Map<string, string[]>()
const registry: string[] = []
for (const { name, family, body, hasSkin, names } of [...borrowed, ...ours]) {
  const drawing: Drawing = readDrawing(body)
  const written = [drawing.box, drawing.gradients, drawing.clips, drawing.pieces]
  const lines = files.get(family) ?? []
  lines.push(`${JSON.stringify(name)}:${JSON.stringify(written)}`)
  files.set(family, lines)
  registry.push(JSON.stringify([name, family, hasSkin ? 1 : 0, names.fr, names.en, names.tagsFr, names.tagsEn]))
}
await mkdir(new URL('data/drawings/', SHARED), { recursive: true })
for (const [family, lines] of files) {
  await writeFile(new URL(`data/drawings/${family}.json`, SHARED), `{\n${lines.join(',\n')}\n}\n`)
}
await writeFile(new URL('data/skins.json', SHARED), `${JSON.stringify(skinTable(drawings))}\n`)
await writeFile(new URL('registry.json', CATALOGUE), `[\n${registry.join(',\n')}\n]\n`)
console.log(`${registry.length} subjects in ${files.size} families`)
