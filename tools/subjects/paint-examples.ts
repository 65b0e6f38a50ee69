/** `npm run examples:paint`: paints the pictures that an empty create form shows, from the words it shows with them. */
import { writeFile } from 'node:fs/promises'

import { paint } from '@product/engine'
import sharp from 'sharp'

import { examples } from '../../app/src/entities/generation/examples/examples.ts'

const side = 320
/** Painted as large as most orders are, and made small. */
const painted = 1024
const folder = new URL('../../app/src/entities/generation/examples/', import.meta.url)

for (const { name, seed, prompt } of examples) {
  const { data, width, height } = paint({ prompt: prompt.fr, seed, width: painted, height: painted })
  const file = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(side, side)
    .webp({ quality: 72, effort: 6 })
    .toBuffer()
  await writeFile(new URL(`${name}.webp`, folder), file)
  console.log(`${name}.webp: ${file.byteLength} bytes`)
}
