/** `npm run examples:paint`: paints the pictures that the create form shows, from the words it shows with them. */
import { writeFile } from 'node:fs/promises'

import { paint } from '@product/engine'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'

import { examples } from '../../app/src/entities/generation/examples/examples.ts'
import { starterStyles } from '../../app/src/features/create/words/styles.ts'

const app = new URL('../../app/src/', import.meta.url)
/** Painted as large as most orders are, and made small. */
const painted = 1024

async function picture(prompt: string, seed: number, side: number): Promise<Sharp> {
  const { data, width, height } = paint({ prompt, seed, width: painted, height: painted })
  return sharp(data, { raw: { width, height, channels: 3 } }).resize(side, side)
}

async function save(file: Sharp, path: string): Promise<void> {
  const bytes = await file.webp({ quality: 72, effort: 6 }).toBuffer()
  await writeFile(new URL(path, app), bytes)
  console.log(`${path}: ${bytes.byteLength} bytes`)
}

for (const { name, seed, prompt } of examples)
  await save(await picture(prompt.fr, seed, 320), `entities/generation/examples/${name}.webp`)

/** One thing in every style, on one sheet of six in a row. */
const side = 176
const perRow = 6
const tiles: OverlayOptions[] = []
for (const [place, { words }] of starterStyles.entries()) {
  const input = await (
    await picture(`Un baobab au bord de la lagune au coucher du soleil, ${words.fr}`, 5, side)
  )
    .png()
    .toBuffer()
  tiles.push({ input, left: (place % perRow) * side, top: Math.floor(place / perRow) * side })
}
const height = Math.ceil(starterStyles.length / perRow) * side
const sheet = sharp({ create: { width: perRow * side, height, channels: 3, background: '#fff' } }).composite(tiles)
await save(sheet, 'features/create/words/styles.webp')
