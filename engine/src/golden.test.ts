import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { engineVersion, paint } from './index.ts'

/** Of these pictures at 256² with the seed 42. They change with `engineVersion`, and only then. */
const version = 31
const golden = [
  ['Une femme en boubou bleu au marché', '3f9d5357bbfd2f96'],
  ['Un lion dans la savane, estampe', '085514584ffc35be'],
  ['Trois pirogues sur la lagune', '1668196a23e1d192'],
  ['Un chat noir sur un canapé rouge, aquarelle', 'b1321583894c14a4'],
  ['Un zémidjan à Cotonou, affiche', '46e303e9a6338fed'],
  ['Une assiette d’attiéké', '9881b62f3df12c50'],
  ['Un renard roux, vitrail', 'd66077d5bdbcc3d5'],
  ['Un logo avec une tasse', '2ff839e4da4c0b2c'],
  ['Un griot qui joue de la kora, gravure', 'd2e1213106eeaed7'],
  ['Sept canards sur l’eau, mosaïque', 'b6813f57430c6b35'],
  ['a red car, pop art', 'a8bc7cdf58da58b6'],
  ['Une équipe de petits garçons joue au foot la nuit', '8cde1a5ad2a93e02'],
  ['coucher de soleil sur la mer', '754f8f22745d7b93'],
  ['Une grand-mère qui tricote', 'f74ce4d27c2d61d1'],
  ['Un homme qui grille du poisson', 'a4ad3d4f7c4b3a58'],
  ['Une femme dans la cuisine', 'a2ba0d8b4f347c1f'],
  ['Un couple sur le toit-terrasse la nuit', '5dbe7101193faffd'],
  ['Trois amis au maquis', 'c8a345213add6838'],
  ['Trois parapluies : un rouge, un jaune et un bleu', '20187be0bc842df1'],
  ['Deux sœurs, l’une en boubou rose, l’autre en boubou vert', 'c3a939a5339a8ead'],
  ['Un lion qui dort, dessin animé', 'bda1a28dcdb7088c'],
] as const

it.each(golden)('« %s » is painted byte for byte as this version paints it', (prompt, hash) => {
  expect(engineVersion).toBe(version)
  const { data } = paint({ prompt, width: 256, height: 256, seed: 42 })
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(hash)
})
