import { SUBJECTS } from '../../../subjects/registry.ts'
/** Colours that are told of a thing and that it has not in the picture: « une pirogue bleue et jaune ». */
import { AS_THEY_ARE } from '../../../subjects/traits.ts'
import type { AskedFigure, AskedSubject } from '../../asked.ts'
import { isEnglish } from '../../language-of.ts'
import { leadingAdjectives } from '../../lexicon/sentence.ts'
import { WORN } from '../../lexicon/wear.ts'
import type { Hit, Match } from '../../match.ts'
import type { PromptSpec } from '../../spec.ts'
import { drawablesFor, keyOfWord } from '../../subjects/subject-lexicon.ts'
import { colourNamed } from '../../subjects/told/colours-and-sizes.ts'
import { isShoes } from '../../subjects/worn-and-held.ts'
import { BREAK } from '../../tokens.ts'
import type { Mention } from '../mentions/mention.ts'
import { subjectOf } from './doers.ts'
import { gradeOf } from './grade.ts'

export interface Told {
  readonly mentions: readonly Mention[]
  readonly hits: readonly Hit[]
  readonly spec: PromptSpec
  readonly match: Match
}

/** As typed. */
export function coloursUnshown(told: Told): readonly string[] {
  const { hits, mentions, spec, match } = told
  const colours = hits.filter(({ kind }) => kind === 'colour')
  const lost = colours.filter((colour) => {
    const owner = ownerOf(colour, told)
    if (!owner && PRONOUNS.has(match.tokens[colour.at - 1] ?? ''))
      return !spec.subjects.some((one) => one.colour === colour.id)
    if (!owner || gradeOf(owner.meanings, spec) === 'none') return false
    return !owner.meanings.some((meaning) => isShown(colour, { meaning, owner, mentions, spec }))
  })
  return [...lost, ...lostInNames(told)].map((hit) => typed(hit, match))
}

/** « chat noir »: its colour is in its name, which another drawing may stand for. */
function lostInNames({ hits, spec }: Told): readonly Hit[] {
  return hits.filter(({ kind, word }) => {
    const colour = kind === 'subject' ? colourNamed(word) : null
    const key = keyOfWord(word)
    const [named] = drawablesFor(key) ?? []
    if (!colour || !named || named.figure) return false
    const own = spec.subjects.filter(({ said, figure }) => figure === null && said[0] === key)
    return own.some((asked) => asked.subject !== named.subject && asked.colour !== colour)
  })
}

/** « l’un noir, l’autre blanc » */
const PRONOUNS = new Set(['un', 'une', 'autre', 'other'])

/** What the colour is said of: the thing before it in French, behind it in English; others of a row stand between. */
function ownerOf(colour: Hit, { mentions, hits, match: { tokens } }: Told): Mention | null {
  const isPassed = (at: number) => isOfColours(at, hits, tokens)
  let before = colour.at - 1
  while (before >= 0 && isPassed(before)) before -= 1
  let after = endOf(colour)
  while (after < tokens.length && isPassed(after)) after += 1
  const named = mentions.find((one) => one.kind === 'noun' && endOf(one) === before + 1)
  const next = tokens[endOf(colour)] === BREAK ? undefined : mentions.find((one) => one.at === after)
  return (isEnglish(tokens) ? (next ?? named) : (named ?? next)) ?? null
}

function isOfColours(at: number, hits: readonly Hit[], tokens: readonly string[]): boolean {
  const token = tokens[at]!
  if (AND.has(token) || leadingAdjectives.has(token)) return true
  const isColour = (place: number) => hits.some((hit) => hit.kind === 'colour' && hit.at <= place && place < endOf(hit))
  return isColour(at) || (token === BREAK && isColour(at - 1) && isColour(at + 1))
}

const AND = new Set(['et', 'and', 'peint', 'peinte', 'peints', 'peintes', 'en'])

function endOf({ at, length }: { readonly at: number; readonly length: number }): number {
  return at + length
}

interface Owned extends Pick<Told, 'mentions' | 'spec'> {
  readonly meaning: Hit
  readonly owner: Mention
}

function isShown({ id }: Hit, { meaning, owner, mentions, spec }: Owned): boolean {
  if (meaning.kind === 'object') return spec.objects.some((object) => object.id === meaning.id && object.colour === id)
  if (isOfThePicture(meaning, spec)) return spec.colours.some((colour) => colour.id === id)
  if (meaning.kind !== 'subject') return spec.colourOf.get(meaning.id) === id || isWornCloth(meaning, id, spec)
  const key = keyOfWord(meaning.word)
  const namesake = mentions.filter((one) => one.meanings.some(({ word }) => keyOfWord(word) === key))
  const turn = subjectOf(owner, mentions, spec.subjects)
  const own = namesake.length > 1 && turn ? [turn] : spec.subjects.filter(({ said }) => said.includes(key))
  return own.some((asked) => coloursOn(asked, key).includes(id) || isOfItsVessel(asked, { meaning, id, spec }))
}

interface Vessel extends Pick<Owned, 'meaning' | 'spec'> {
  readonly id: string
}

/** « garba dans une assiette blanche »: the plate that the dish is drawn with. */
function isOfItsVessel({ subject }: AskedSubject, { meaning, id, spec }: Vessel): boolean {
  const [vessel] = drawablesFor(keyOfWord(meaning.word)) ?? []
  const isVessel = VESSELS.has(vessel?.subject ?? '') && vessel?.subject !== subject
  return isVessel && GLAZED.has(subject) && spec.colourOf.get(meaning.id) === id
}

const VESSELS: ReadonlySet<string> = new Set(['plate', 'bowl-with-spoon', 'fork-and-knife-with-plate'])
/** Of these the vessel is painted in the colour that is said of it. */
const GLAZED: ReadonlySet<string> = new Set(
  'attieke thieboudienne grilled-fish foutou fried-plantain poutine cooked-rice'.split(' '),
)

/** « motif wax bleu et rouge »: a place is in the colours of its picture, and a cloth that somebody wears is not. */
function isOfThePicture({ kind, word }: Hit, { subjects }: PromptSpec): boolean {
  const key = keyOfWord(word)
  return kind === 'environment' && !subjects.some(({ said }) => said.includes(key))
}

/** « en pagne doré »: a cloth is a place of the picture as well. */
function isWornCloth({ id }: Hit, colour: string, { subjects }: PromptSpec): boolean {
  return id === 'wax' && subjects.some((asked) => asked.colour === colour)
}

type ColouredSubject = Pick<AskedSubject, 'colour' | 'figure'> & { readonly subject: string }
type Colours = readonly (string | null | undefined)[]

/** Of the one thing that the word names, and of nothing else that the same body has. */
function coloursOn({ subject, colour, figure }: ColouredSubject, key: string): Colours {
  if (!figure) return AS_THEY_ARE.get(subject) ?? [colour]
  const [named] = drawablesFor(key) ?? []
  if (!named || named.figure) return [colour, skinOf(figure), headOf(figure, key)]
  return [
    ...ofThing(figure, named.subject, colour),
    ...(figure.passenger ? coloursOn({ ...figure.passenger, subject: 'figure' }, key) : []),
  ]
}

function ofThing(figure: AskedFigure, subject: string, colour: string | null): Colours {
  const worn = WORN[subject]
  if (subject === 'jeans') return [figure.legColour]
  if (worn?.headwear) return [figure.headColour]
  if (worn?.cape) return [figure.cape]
  if (worn?.garment) return [colour]
  if (isShoes(subject)) return [figure.shoeColour]
  if (subject === 'ring') return [figure.jewelColour]
  return SUBJECTS.get(subject)?.family === 'clothes' ? [colour, figure.accessoryColour] : inHand(figure, subject)
}

/** A ball is white unless another colour is said. */
function inHand({ accessoryColour }: AskedFigure, subject: string): Colours {
  return accessoryColour === null && subject === 'soccer-ball' ? ['white'] : [accessoryColour]
}

/** « une femme noire » */
function skinOf({ tone }: AskedFigure): string | null {
  if (tone === 'dark') return 'black'
  return tone === 'light' ? 'white' : null
}

/** « un homme en turban bleu » */
function headOf({ headColour }: AskedFigure, key: string): string | null {
  return key.includes(' ') ? headColour : null
}

function typed(hit: Hit, { words, text }: Match): string {
  return text.slice(words[hit.at]!.start, words[endOf(hit) - 1]!.end)
}
