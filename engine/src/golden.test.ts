import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { engineVersion, paint } from './index.ts'

/** Of these pictures at 256² with the seed 42. They change with `engineVersion`, and only then. */
const version = 14
const golden = [
  ['Une femme en boubou bleu au marché', '770b5fc63ff96951'],
  ['Un lion dans la savane, estampe', '36b4ff7a25b1b46e'],
  ['Trois pirogues sur la lagune', '58bed50da916e59a'],
  ['Un chat noir sur un canapé rouge, aquarelle', '0792ceb6054e6236'],
  ['Un zémidjan à Cotonou, affiche', '9a8ee649eb29a24d'],
  ['Une assiette d’attiéké', 'b175943e339caa4e'],
  ['Un renard roux, vitrail', 'e4457ce70b34429a'],
  ['Un logo avec une tasse', '3a283392c4c75a2b'],
  ['Un griot qui joue de la kora, gravure', 'fbde1e880ecfa927'],
  ['Sept canards sur l’eau, mosaïque', '00e968fffe8bf349'],
  ['a red car, pop art', '8753b893c63d5955'],
  ['coucher de soleil sur la mer', '048f85569fe65576'],
] as const

it.each(golden)('« %s » is painted byte for byte as this version paints it', (prompt, hash) => {
  expect(engineVersion).toBe(version)
  const { data } = paint({ prompt, width: 256, height: 256, seed: 42 })
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(hash)
})
