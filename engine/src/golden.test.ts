import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { engineVersion, paint } from './index.ts'

/** Of these pictures at 256² with the seed 42. They change with `engineVersion`, and only then. */
const version = 17
const golden = [
  ['Une femme en boubou bleu au marché', '3d1be415ae031e78'],
  ['Un lion dans la savane, estampe', 'cad349e1d9f38b4f'],
  ['Trois pirogues sur la lagune', 'd5bbc548f7c552ae'],
  ['Un chat noir sur un canapé rouge, aquarelle', '126e1cf7747d9700'],
  ['Un zémidjan à Cotonou, affiche', '53e1c69fce06d372'],
  ['Une assiette d’attiéké', 'ebc8c8947871b841'],
  ['Un renard roux, vitrail', '60a81b9e3f8bb472'],
  ['Un logo avec une tasse', 'd97355b177a42974'],
  ['Un griot qui joue de la kora, gravure', '7c88d229fd894574'],
  ['Sept canards sur l’eau, mosaïque', '617390efe05e7fbe'],
  ['a red car, pop art', 'bea997ae36659648'],
  ['coucher de soleil sur la mer', 'fd72ba1abc7ca5c3'],
] as const

it.each(golden)('« %s » is painted byte for byte as this version paints it', (prompt, hash) => {
  expect(engineVersion).toBe(version)
  const { data } = paint({ prompt, width: 256, height: 256, seed: 42 })
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(hash)
})
