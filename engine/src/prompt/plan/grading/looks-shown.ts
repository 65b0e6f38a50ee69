/** Ages, points of view and ways of painting that are read and not to be seen. */
import type { Hit, Match } from '../../match.ts'
import type { PromptSpec } from '../../spec.ts'
import { isSomebodyNamed, keyOfWord } from '../../subjects/subject-lexicon.ts'
import { type Age, agesSaid, isOfAge } from '../../subjects/told/ages.ts'
import { BREAK } from '../../tokens.ts'
import type { Mention } from '../mentions/mention.ts'

interface Told {
  readonly hits: readonly Hit[]
  readonly spec: PromptSpec
  readonly match: Match
}

/** « 70 ans » is no thing. */
export function isAge({ at, length }: Mention, { tokens }: Match): boolean {
  return agesSaid(tokens).some((age) => at >= age.at && at + length <= age.at + age.length)
}

/** As typed. */
export function looksUnshown({ hits, spec, match }: Told): readonly string[] {
  const ages = agesSaid(match.tokens).filter((age) => !isAgeSeen(age, hits, spec))
  const views = hits.filter(({ kind, id }) => kind === 'hint' && id === 'above' && !isFromAbove(spec))
  return [...ages, ...views].map(({ at, length }) => typed(at, length, match))
}

/** As typed: « photo réaliste » is painted as near as the engine comes, and is none. */
export function treatmentsUnshown({ hits, match, spec }: Told): readonly string[] {
  // « photo ancienne en noir et blanc » is drawn so.
  if (spec.styles.includes('black-and-white')) return []
  const photographs = inRows(hits.filter((hit) => isPhotograph(hit, match.tokens)))
  return photographs.map(({ at, length }) => typed(at, length, match))
}

function isAgeSeen({ at, length, years }: Age, hits: readonly Hit[], { subjects }: PromptSpec): boolean {
  const people = hits.filter(({ kind, word }) => kind === 'subject' && isSomebodyNamed(word))
  const named = people.find((hit) => hit.at === at + length) ?? people.findLast((hit) => hit.at < at)
  const own = subjects.filter(({ said }) => named && said.includes(keyOfWord(named.word)))
  return own.some(({ figure }) => figure !== null && isOfAge(figure, years))
}

/** A market alone is seen so. */
function isFromAbove({ environment, objects, subjects }: PromptSpec): boolean {
  return environment === 'market' && objects.length === 0 && subjects.every(({ isBackdrop }) => isBackdrop)
}

const LIKE_A_PHOTOGRAPH = /^(?:photo|photographie|photograph|(?:photo|hyper)?reali(?:ste|stic))$/

/** « photo réaliste », at the head or behind a comma; « prend une photo » is done by somebody. */
function isPhotograph({ kind, id, at, word }: Hit, tokens: readonly string[]): boolean {
  if (kind !== 'style' || id !== 'photo' || !LIKE_A_PHOTOGRAPH.test(word)) return false
  if (!/^photo(?:graphie|graph)?$/.test(word)) return true
  return at <= 1 || tokens[at - 1] === BREAK || tokens[at - 1] === 'style'
}

type Place = Pick<Hit, 'at' | 'length'>

/** « photo réaliste » is one thing to say. */
function inRows(places: readonly Place[]): readonly Place[] {
  const rows: Place[] = []
  for (const { at, length } of places) {
    const last = rows.at(-1)
    if (last && last.at + last.length === at) rows[rows.length - 1] = { at: last.at, length: last.length + length }
    else rows.push({ at, length })
  }
  return rows
}

function typed(at: number, length: number, { words, text }: Match): string {
  return text.slice(words[at]!.start, words[at + length - 1]!.end)
}
