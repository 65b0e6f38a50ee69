import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { engineVersion, paint } from './index.ts'

/** Of these pictures at 256² with the seed 42. They change with `engineVersion`, and only then. */
const version = 21
const golden = [
  ['Une femme en boubou bleu au marché', 'e8ad5d4ef4acdb5c'],
  ['Un lion dans la savane, estampe', 'd0e29648bfbe348a'],
  ['Trois pirogues sur la lagune', '6f6e2a758008a08f'],
  ['Un chat noir sur un canapé rouge, aquarelle', 'dc0cbcf0553c5bb1'],
  ['Un zémidjan à Cotonou, affiche', 'b4146a49802a9daa'],
  ['Une assiette d’attiéké', 'b243b2277762369d'],
  ['Un renard roux, vitrail', 'd3215e40306fa947'],
  ['Un logo avec une tasse', '2ff839e4da4c0b2c'],
  ['Un griot qui joue de la kora, gravure', '491fca5a67222efe'],
  ['Sept canards sur l’eau, mosaïque', '11e8ff65103cab28'],
  ['a red car, pop art', 'c62f7f70d5e3877a'],
  ['coucher de soleil sur la mer', '754f8f22745d7b93'],
] as const

it.each(golden)('« %s » is painted byte for byte as this version paints it', (prompt, hash) => {
  expect(engineVersion).toBe(version)
  const { data } = paint({ prompt, width: 256, height: 256, seed: 42 })
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(hash)
})
