/** Which of our two languages a text is written in. */
import { toStems } from '@product/engine'

import type { IntelligenceLanguage } from '../../contract/src/index.ts'

const french = new Set(
  toStems(`le la les un une des du de au aux et est avec dans sur sous pour sans qui que en ce cette ces il elle mon ma
    entre vers chez par plus très coucher soleil nuit mer forêt ciel femme homme chat ville montagne`),
)
const english = new Set(
  toStems(`the a an of and with in on at under over for without by is are this that my from into near very sunset night
    sea forest sky woman man cat city mountain`),
)
const accents = /[àâçéèêëîïôùûüœ]|\b[dlnjsc]['’]/i
const accentVotes = 2

/** `otherwise` decides where the text itself does not tell; without it, French. */
export function detectLanguage(text: string, otherwise: IntelligenceLanguage | null = null): IntelligenceLanguage {
  const words = toStems(text)
  const count = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length
  const forFrench = count(french) + (accents.test(text) ? accentVotes : 0)
  const forEnglish = count(english)
  if (forEnglish === forFrench) return otherwise ?? 'fr'
  return forEnglish > forFrench ? 'en' : 'fr'
}
