import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { engineVersion, paint } from './index.ts'

/** Of these pictures at 256² with the seed 42. They change with `engineVersion`, and only then. */
const version = 23
const golden = [
  ['Une femme en boubou bleu au marché', '65b9fdad03be8f49'],
  ['Un lion dans la savane, estampe', '79fa25664381822f'],
  ['Trois pirogues sur la lagune', '3c9a902af7d629ad'],
  ['Un chat noir sur un canapé rouge, aquarelle', 'b1321583894c14a4'],
  ['Un zémidjan à Cotonou, affiche', 'e7dac4a169ef96dc'],
  ['Une assiette d’attiéké', '9881b62f3df12c50'],
  ['Un renard roux, vitrail', '166a477944f0fff0'],
  ['Un logo avec une tasse', '2ff839e4da4c0b2c'],
  ['Un griot qui joue de la kora, gravure', '3ffa5313d1bfe82a'],
  ['Sept canards sur l’eau, mosaïque', 'b6813f57430c6b35'],
  ['a red car, pop art', '22b7528e1bc1142b'],
  ['coucher de soleil sur la mer', '754f8f22745d7b93'],
] as const

it.each(golden)('« %s » is painted byte for byte as this version paints it', (prompt, hash) => {
  expect(engineVersion).toBe(version)
  const { data } = paint({ prompt, width: 256, height: 256, seed: 42 })
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(hash)
})
