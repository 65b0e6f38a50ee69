/** « Plus d’afrofuturisme, moins d’anime »: what somebody wishes for in « Pour vous », taken from a sentence. */

export interface FeedWish {
  kind: 'more' | 'less'
  words: string
}

const mostWishes = 20
const longest = 60

const kinds: Readonly<Record<string, FeedWish['kind']>> = { plus: 'more', more: 'more', moins: 'less', less: 'less' }

/** What neither asks for more nor for less is passed over. */
export function wishesOf(sentence: string): FeedWish[] {
  return sentence.split(/[,;.\n]+|\bet (?=plus |moins )|\band (?=more |less )/iu).flatMap((part) => {
    const [, kind = '', words = ''] =
      /^\s*(plus|moins|more|less)\s+(?:d['’]|de l['’]|de la |des |du |de |of )?\s*(.+?)\s*$/iu.exec(part) ?? []
    const known = kinds[kind.toLowerCase()]
    return known && words ? [{ kind: known, words: words.replace(/^#/u, '').slice(0, longest) }] : []
  })
}

/** As stored, whoever wrote it. */
export function readWishes(stored: unknown): FeedWish[] {
  if (!Array.isArray(stored)) return []
  return stored.filter((rule): rule is FeedWish => {
    const { kind, words } = (rule ?? {}) as Partial<Record<keyof FeedWish, unknown>>
    return (kind === 'more' || kind === 'less') && typeof words === 'string' && words !== ''
  })
}

/** The newest word about something counts. */
export function withWishes(held: readonly FeedWish[], added: readonly FeedWish[]): FeedWish[] {
  const isSaidAgain = ({ words }: FeedWish) => added.some((wish) => wish.words.toLowerCase() === words.toLowerCase())
  return [...added, ...held.filter((wish) => !isSaidAgain(wish))].slice(0, mostWishes)
}
