/** Which of our two languages a text is written in. */
import { toStems } from '@product/engine/language'

import type { IntelligenceLanguage } from '../../contract/src/index.ts'

const french = new Set(
  toStems(`le la les un une des du de au aux et est avec dans sur sous pour sans qui que en ce cette ces il elle mon ma
    entre vers chez par plus très coucher soleil nuit mer forêt ciel femme homme chat chien ville montagne fleur oiseau
    rouge bleu vert jaune noir blanc gris rose petit grand vieux vieille jeune beau belle motif dessin peinture affiche`),
)
const english = new Set(
  toStems(`the a an of and with in on at under over for without by is are this that my from into near very sunset night
    sea forest sky woman man cat dog city mountain flower bird red blue green yellow black white grey pink small big old
    young beautiful pattern drawing painting poster girl boy`),
)
const accents = /[àâçéèêëîïôùûüœ]|\b[dlnjsc]['’]/i
const accentVotes = 2
/** Letters that stand together in one of the languages only; some words are both languages' and prove nothing. */
const frenchLetters = /eau|eux|oie|oir|que$|gn|ette$|elle$|euse$|aille|euil/
const englishLetters = /th|sh|ck|oo|ee|wh|ght|ow|ing$|ed$|ly$|ness$|y$/

/** `otherwise` decides where the text itself does not tell; without it, French. */
export function detectLanguage(text: string, otherwise: IntelligenceLanguage | null = null): IntelligenceLanguage {
  const words = toStems(text)
  const count = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length
  const forFrench = count(french) + (accents.test(text) ? accentVotes : 0)
  const forEnglish = count(english)
  if (forEnglish !== forFrench) return forEnglish > forFrench ? 'en' : 'fr'
  const looks = (letters: RegExp) => words.filter((word) => letters.test(word)).length
  const difference = looks(englishLetters) - looks(frenchLetters)
  if (difference === 0) return otherwise ?? 'fr'
  return difference > 0 ? 'en' : 'fr'
}
