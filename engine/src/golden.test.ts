import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { engineVersion, paint } from './index.ts'

/** Of these pictures at 256² with the seed 42. They change with `engineVersion`, and only then. */
const version = 13
const golden = [
  ['Une femme en boubou bleu au marché', '543993fc5d58060d'],
  ['Un lion dans la savane, estampe', '66b07678b23dd201'],
  ['Trois pirogues sur la lagune', '4155a8379c37365e'],
  ['Un chat noir sur un canapé rouge, aquarelle', '71201c2a537ee91e'],
  ['Un zémidjan à Cotonou, affiche', '7f442f26522e2a3e'],
  ['Une assiette d’attiéké', 'be0240b2d91937aa'],
  ['Un renard roux, vitrail', '8748feac902924df'],
  ['Un logo avec une tasse', '3f661d692e9a966c'],
  ['Un griot qui joue de la kora, gravure', '7f4aebb14c91c32d'],
  ['Sept canards sur l’eau, mosaïque', 'd15860c17066f01a'],
  ['a red car, pop art', 'faff5af054198d8c'],
  ['coucher de soleil sur la mer', 'f3518626b6717e3d'],
] as const

it.each(golden)('« %s » is painted byte for byte as this version paints it', (prompt, hash) => {
  expect(engineVersion).toBe(version)
  const { data } = paint({ prompt, width: 256, height: 256, seed: 42 })
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(hash)
})
