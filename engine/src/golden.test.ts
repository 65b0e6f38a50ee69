import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { engineVersion, paint } from './index.ts'

/** Of these pictures at 256² with the seed 42. They change with `engineVersion`, and only then. */
const version = 18
const golden = [
  ['Une femme en boubou bleu au marché', '9dc6caadf946537a'],
  ['Un lion dans la savane, estampe', '8eafe208e4e0b783'],
  ['Trois pirogues sur la lagune', 'df852b8a6d0dfcaa'],
  ['Un chat noir sur un canapé rouge, aquarelle', 'dff91952f5faccaf'],
  ['Un zémidjan à Cotonou, affiche', 'd6bfd83158f9b1ee'],
  ['Une assiette d’attiéké', '8f9610d6b4d77d09'],
  ['Un renard roux, vitrail', 'c3cad92738e3dbe4'],
  ['Un logo avec une tasse', 'd15568f338e03ab8'],
  ['Un griot qui joue de la kora, gravure', '453585a7e6090385'],
  ['Sept canards sur l’eau, mosaïque', '58d5f67f3b93f6c0'],
  ['a red car, pop art', '2d4624d1e07dda4c'],
  ['coucher de soleil sur la mer', 'a9f2364343dd098d'],
] as const

it.each(golden)('« %s » is painted byte for byte as this version paints it', (prompt, hash) => {
  expect(engineVersion).toBe(version)
  const { data } = paint({ prompt, width: 256, height: 256, seed: 42 })
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(hash)
})
