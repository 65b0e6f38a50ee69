import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { engineVersion, paint } from './index.ts'

/** Of these pictures at 256² with the seed 42. They change with `engineVersion`, and only then. */
const version = 4
const golden = [
  ['Une femme en boubou bleu au marché', '7aefaf213aa7b9c3'],
  ['Un lion dans la savane, estampe', 'ecc2a1cdc1264c0b'],
  ['Trois pirogues sur la lagune', 'c0751265b0dd9709'],
  ['Un chat noir sur un canapé rouge, aquarelle', '43cf796dc45fe522'],
  ['Un zémidjan à Cotonou, affiche', '16843231226ee92b'],
  ['Une assiette d’attiéké', '135923c3bcb885de'],
  ['Un renard roux, vitrail', 'fb7d7c73573855fc'],
  ['Un logo avec une tasse', '2dec6980f7f1ade0'],
  ['Un griot qui joue de la kora, gravure', '59c3b750181afa77'],
  ['Sept canards sur l’eau, mosaïque', '6abc52c2afc7ba70'],
  ['a red car, pop art', '857c89588234e951'],
  ['coucher de soleil sur la mer', '3b411de27b381495'],
] as const

it.each(golden)('« %s » is painted byte for byte as this version paints it', (prompt, hash) => {
  expect(engineVersion).toBe(version)
  const { data } = paint({ prompt, width: 256, height: 256, seed: 42 })
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(hash)
})
