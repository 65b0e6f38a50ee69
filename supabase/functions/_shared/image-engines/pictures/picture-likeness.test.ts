import { paint } from '@product/engine'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { likenessOf, type Likeness } from './picture-likeness.ts'

async function painted(prompt: string, seed: number): Promise<Buffer> {
  const { data, width, height } = paint({ prompt, negativePrompt: '', width: 384, height: 384, seed, references: [] })
  return sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ quality: 88 })
    .toBuffer()
}

/** By the bounds of app.pictures_like. */
function isCopy(one: Likeness, other: Likeness): boolean {
  const bits = (one.hash ^ other.hash).toString(2).replaceAll('0', '').length
  const apart = one.colours.reduce((sum, colour, at) => sum + Math.abs(colour - other.colours[at]!), 0)
  return bits <= 6 && apart <= 288
}

const prompts = [
  'Astronaute dans l’espace, planète',
  'Motif de pagne wax, oiseaux',
  'Une pirogue sur la lagune, le soir',
]

test.each(prompts)(
  'a copy of « %s » looks the same in every format and size, another seed does not',
  async (prompt) => {
    const pictures = await Promise.all([1, 2, 3, 4].map((seed) => painted(prompt, seed)))
    const looks = await Promise.all(pictures.map(likenessOf))
    for (const [at, file] of pictures.entries()) {
      const copies = [
        sharp(file).png(),
        sharp(file).jpeg({ quality: 90 }),
        sharp(file).resize(192).webp({ quality: 75 }),
        sharp(file).resize(700).jpeg({ quality: 80 }),
      ]
      for (const copy of copies) expect(isCopy(await likenessOf(await copy.toBuffer()), looks[at]!)).toBe(true)
      for (const other of looks.filter((look) => look !== looks[at])) expect(isCopy(looks[at]!, other)).toBe(false)
    }
  },
)

test('what lies on its side by its metadata looks as it is shown', async () => {
  const file = await painted('Une baleine', 5)
  const turned = await sharp(file).rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality: 95 }).toBuffer()
  expect(isCopy(await likenessOf(file), await likenessOf(turned))).toBe(true)
})
