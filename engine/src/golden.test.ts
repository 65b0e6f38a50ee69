import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { engineVersion, paint } from './index.ts'

/** Of these pictures at 256² with the seed 42. They change with `engineVersion`, and only then. */
const version = 19
const golden = [
  ['Une femme en boubou bleu au marché', 'c63da26455a44699'],
  ['Un lion dans la savane, estampe', '8eafe208e4e0b783'],
  ['Trois pirogues sur la lagune', '15e9f1187cf798b7'],
  ['Un chat noir sur un canapé rouge, aquarelle', 'dff91952f5faccaf'],
  ['Un zémidjan à Cotonou, affiche', 'c24dda558f1eaf0c'],
  ['Une assiette d’attiéké', '9f48b616744b8535'],
  ['Un renard roux, vitrail', 'c3cad92738e3dbe4'],
  ['Un logo avec une tasse', '1bddb6690373fd98'],
  ['Un griot qui joue de la kora, gravure', '453585a7e6090385'],
  ['Sept canards sur l’eau, mosaïque', '58d5f67f3b93f6c0'],
  ['a red car, pop art', '2d4624d1e07dda4c'],
  ['coucher de soleil sur la mer', '754f8f22745d7b93'],
] as const

it.each(golden)('« %s » is painted byte for byte as this version paints it', (prompt, hash) => {
  expect(engineVersion).toBe(version)
  const { data } = paint({ prompt, width: 256, height: 256, seed: 42 })
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(hash)
})
