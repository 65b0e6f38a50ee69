/** What the words around somebody's name say of who that is, and of what is on the head. */
import type { AskedFigure } from '../asked.ts'
import type { Hit } from '../match.ts'

const ON_HEAD = / (?:turban|foulard|chapeau|casquette|moussor)$/
const EPICENE = /(?:iste|aire|ologue|aphe|eute|gardien|eve)$/

export function asSaid(hit: Hit, figure: AskedFigure | null, tokens: readonly string[]): AskedFigure | null {
  const named = asNamed(hit, figure, tokens)
  return named && BAREFOOT.test(tokens.join(' ')) ? { ...named, isBarefoot: true } : named
}

const BAREFOOT = /\b(?:pieds? nus?|barefoot|bare feet)\b/

/** « une pianiste » */
function asNamed({ word, at }: Hit, figure: AskedFigure | null, tokens: readonly string[]): AskedFigure | null {
  if (!figure || !EPICENE.test(word)) return figure
  const article = tokens[at - 1]
  const isHer = article === 'une' || article === 'la'
  if (!isHer) return figure
  return figure.person === 'man'
    ? { ...figure, person: 'woman' }
    : figure.person === 'boy'
      ? { ...figure, person: 'girl' }
      : figure
}

/** « un homme en turban bleu »: the turban is. */
export function isOnHead({ word }: Hit): boolean {
  return ON_HEAD.test(word)
}
