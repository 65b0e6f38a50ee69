import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { engineVersion, paint } from './index.ts'

/** Of these pictures at 256² with the seed 42. They change with `engineVersion`, and only then. */
const version = 4
const golden = [
  ['Une femme en boubou bleu au marché', '3904a46afb2af785'],
  ['Un lion dans la savane, estampe', '39f5b20f55fdc83e'],
  ['Trois pirogues sur la lagune', 'a094126111608950'],
  ['Un chat noir sur un canapé rouge, aquarelle', 'c32d57fedfc09230'],
  ['Un zémidjan à Cotonou, affiche', '1772bc324e0eb697'],
  ['Une assiette d’attiéké', 'c819a3562f462ea9'],
  ['Un renard roux, vitrail', 'ad973b0d340f9ee7'],
  ['Un logo avec une tasse', '2dec6980f7f1ade0'],
  ['Un griot qui joue de la kora, gravure', '7397f95c3de13d74'],
  ['Sept canards sur l’eau, mosaïque', 'cd385229c366db85'],
  ['a red car, pop art', '9f46293341c2d48f'],
  ['coucher de soleil sur la mer', '3b411de27b381495'],
] as const

it.each(golden)('« %s » is painted byte for byte as this version paints it', (prompt, hash) => {
  expect(engineVersion).toBe(version)
  const { data } = paint({ prompt, width: 256, height: 256, seed: 42 })
  expect(createHash('sha256').update(data).digest('hex').slice(0, 16)).toBe(hash)
})
