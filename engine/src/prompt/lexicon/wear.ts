/** What is worn, and what of a figure it changes. */
import type { AskedFigure, ColourName, Garment, Headwear } from '../asked.ts'
import { BREAK, wordSet } from '../tokens.ts'

/** Before what somebody has on. */
export const WEARS = wordSet(
  'en avec porte portant coiffe coiffee vetu vetue habille habillee in with wearing wears dans et aux au a',
)

export interface Worn {
  readonly garment?: Garment
  readonly headwear?: Headwear
  readonly eyewear?: AskedFigure['eyewear']
  readonly cape?: ColourName
}

/** What stands between somebody and a thing says that it is worn. */
export function isWornBy(between: readonly string[]): boolean {
  return !between.includes(BREAK) && between.some((word) => WEARS.has(word))
}

export const WORN: Readonly<Record<string, Worn>> = {
  pagne: { garment: 'pagne' },
  boubou: { garment: 'boubou' },
  'womans-clothes': { garment: 'blouse' },
  dress: { garment: 'dress' },
  't-shirt': { garment: 'shirt' },
  'man-in-tuxedo': { garment: 'suit' },
  jeans: {},
  coat: { garment: 'robe' },
  scarf: { headwear: 'headscarf' },
  crown: { headwear: 'crown' },
  cape: { cape: 'red' },
  'billed-cap': { headwear: 'cap' },
  tuque: { headwear: 'tuque' },
  'womans-hat': { headwear: 'straw-hat' },
  necktie: { garment: 'suit' },
  'rescue-workers-helmet': { headwear: 'helmet' },
  'military-helmet': { headwear: 'helmet' },
  'chef-hat': { headwear: 'toque' },
  glasses: { eyewear: 'glasses' },
  sunglasses: { eyewear: 'sunglasses' },
}
