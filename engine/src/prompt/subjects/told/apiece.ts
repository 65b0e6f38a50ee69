/** Several that are told one by one: « l’une en rouge, l’autre en vert », « deux étudiants, un gars et une fille », « un rouge et un bleu ». */
import type { ColourName } from '../../asked.ts'
import { BREAK, wordSet } from '../../tokens.ts'
import { sayAlso } from '../connect-subjects.ts'
import type { Draft } from '../worn-and-held.ts'

interface Told {
  readonly tokens: readonly string[]
  /** The colours that are told in a row of the thing that stands there, by its id and place. */
  readonly colourRows: ReadonlyMap<string, readonly ColourName[]>
}

export function apiece(drafts: readonly Draft[], { tokens, colourRows }: Told): readonly Draft[] {
  const each = inApposition(oneAndOther(drafts, tokens), tokens)
  return each.flatMap((draft) => inEachColour(draft, colourRows.get(`${draft.hit.id}@${draft.hit.at}`) ?? []))
}

/** « deux sœurs, l’une …, l’autre … »: what follows is of the one or the other. */
function oneAndOther(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const one = tokens.findIndex((token, at) => ONE.has(token) && BEFORE_ONE.has(tokens[at - 1] ?? ''))
  const other = tokens.findIndex((token, at) => at > one && OTHER.has(token) && BEFORE_OTHER.has(tokens[at - 1] ?? ''))
  const both = drafts.findLast(({ hit, asked }) => hit.at < one && asked.count === 2)
  if (one < 0 || other < 0 || !both) return drafts
  const at = (place: number): Draft => ({
    hit: { ...both.hit, at: place, length: 1 },
    asked: { ...both.asked, count: 1 },
  })
  return drafts.flatMap((draft) => (draft === both ? [at(one), at(other)] : [draft]))
}

const ONE = wordSet('un une one')
const BEFORE_ONE = wordSet(`l ${BREAK}`)
const OTHER = wordSet('autre other')
const BEFORE_OTHER = wordSet('l the')

/** « deux étudiants, un gars et une fille »: they are the two. */
function inApposition(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const place = drafts.findIndex(({ hit, asked }) => {
    return asked.figure !== null && asked.count > 1 && tokens[hit.at + hit.length] === BREAK
  })
  const all = drafts[place]
  if (!all) return drafts
  const people = drafts.slice(place + 1).filter(({ asked, hit }) => asked.figure !== null && hit.at > all.hit.at)
  const isEach = people.every(({ hit, asked }) => asked.count > 1 || ONE.has(tokens[hit.at - 1] ?? ''))
  const heads = people.reduce((sum, { asked }) => sum + asked.count, 0)
  if (people.length < 2 || heads !== all.asked.count || !isEach) return drafts
  return drafts.flatMap((draft) => {
    if (draft === all) return []
    return [people.includes(draft) ? sayAlso(draft, ...all.asked.said) : draft]
  })
}

/** « trois parapluies : un rouge, un jaune et un bleu » */
function inEachColour({ hit, asked }: Draft, colours: readonly ColourName[]): readonly Draft[] {
  const kinds = Math.min(colours.length, asked.count, MOST_KINDS)
  if (kinds < 2 || asked.figure !== null) return [{ hit, asked }]
  return Array.from({ length: kinds }, (_, place) => {
    const count = Math.floor((asked.count + kinds - 1 - place) / kinds)
    return { hit, asked: { ...asked, count, colour: colours[place]! } }
  })
}

/** As many subjects as a picture holds. */
const MOST_KINDS = 4
