/** The feminine forms of trades and roles: « un menuisier », « une menuisière ». Without accents. */

const FEMININES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/teur$/, ['trice', 'teuse', 'teure']],
  [/(?<!t)eur$/, ['euse', 'eure']],
  [/ier$/, ['iere']],
  [/([^i])er$/, ['$1ere']],
  [/ien$/, ['ienne']],
  [/eux$/, ['euse']],
  [/(ant|and|ent|at|ain|ois|ais|loye|plome|vite)$/, ['$1e']],
  [/on$/, ['onne']],
  [/(chef)$/, ['$1fe']],
]

/** « la portière » is a car's. */
const NO_WOMAN = new Set(['portiere', 'jardiniere', 'glaciere', 'laveuse', 'chercheuse d or'])

export function femininesOf(phrase: string): readonly string[] {
  const [word = '', ...rest] = phrase.split(' ')
  return FEMININES.filter(([end]) => end.test(word))
    .flatMap(([end, others]) => others.map((other) => [word.replace(end, other), ...rest].join(' ')))
    .filter((one) => !NO_WOMAN.has(one))
}
