import type { Random } from '../core/random.ts'
import type { ColourName } from './asked.ts'
import { chooseEnvironment } from './choose-environment.ts'
import { type AttributedColours, attributeColours, BACKDROP } from './colours.ts'
import { bloomsOf, countBefore, countOf, positionOf } from './counting.ts'
import { carved, withoutAtHand } from './doings/at-hand.ts'
import { CLOSE_UP_SUBJECTS } from './homes.ts'
import { isFrench } from './language-of.ts'
import { findLetterings, type Lettering, withoutNames } from './letterings.ts'
import { determiners } from './lexicon/sentence.ts'
import { type Hit, type Match, matchWords } from './match.ts'
import { applyNegations } from './negation.ts'
import {
  type Composition,
  type Element,
  type Environment,
  type Mood,
  type PromptSpec,
  type Season,
  type Style,
  STYLES,
  type TimeOfDay,
  type Weather,
  type AskedObject,
  type ObjectKind,
} from './spec.ts'
import { keptTogether, signsLast } from './subjects/companions.ts'
import { isPassing } from './subjects/figurative.ts'
import { homeOf, isBuilding, placesAround } from './subjects/home-of.ts'
import { isSubjectSaid } from './subjects/named-subjects.ts'
import { withSnow } from './subjects/snow.ts'
import { gatherSubjects, isPrintedCloth } from './subjects/subjects.ts'
import { withoutCrowd, withoutPassengers } from './subjects/told/crowds.ts'
import { BREAK, typedTokens } from './tokens.ts'

const SILENT = new Set(['count', 'position', 'negation', 'quality'])

/** Prompt and negative prompt, in French or English, to what they ask for. Any text is accepted. */
export function parsePrompt(prompt: string, negativePrompt: string, random: Random): PromptSpec {
  return parseWords({ prompt, negativePrompt, random, hasSubjects: false }).spec
}

export interface WordsToParse {
  readonly prompt: string
  readonly negativePrompt: string
  readonly random: Random
  /** The drawn subjects count as well, and not only scenes and objects of our own. */
  readonly hasSubjects: boolean
}

export interface ParsedWords {
  readonly spec: PromptSpec
  readonly match: Match
  /** What is wanted, each word in the meaning that holds. */
  readonly hits: readonly Hit[]
  readonly letterings: readonly Lettering[]
}

/** The same, with the words that it was read from. */
export function parseWords({ prompt, negativePrompt, random, hasSubjects }: WordsToParse): ParsedWords {
  const { match, letterings } = readWords(prompt, negativePrompt, hasSubjects)
  const { hits: kept, refused, removed } = applyNegations(match, matchWords(negativePrompt, hasSubjects).hits)
  const said = kept.filter(
    (hit) => isSubjectSaid(hit, match.tokens) && !isShare(hit, match) && !(letterings.length > 0 && isCarrier(hit)),
  )
  const hits = disambiguate(said, match.tokens)
  const environments = idsOf<Environment>(hits, 'environment')
  const elements = idsOf<Element>(hits, 'element')
  const moods = idsOf<Mood>(hits, 'mood')
  const styles = idsOf<Style>(hits, 'style')
  const composition = idsOf<Composition>(hits, 'composition')
  const { colours, colourOf, colourRows } = attributeColours(hits, match.tokens)
  const objects = gatherObjects(hits, colourOf, match.tokens)
  const kinds = objects.map((object) => object.id)
  const asked = [...idsOf<TimeOfDay>(hits, 'time')]
  const weather = withSnow(idsOf<Weather>(hits, 'weather'), hits)
  const season = [...idsOf<Season>(hits, 'season')][0] ?? null
  const time = asked.includes('sunset') ? 'sunset' : (asked[0] ?? null)
  const hints = new Set([...idsOf<string>(hits, 'hint'), ...(isCarried(match.tokens) ? ['poster'] : [])])
  const named = subjectsOf(hits, match, { colourOf, colourRows })
  const isEmblem = hints.has('emblem') || hints.has('poster')
  const isCloth = isPrintedCloth(hits, named)
  const subjects = isEmblem ? signsLast(named) : isCloth ? named : keptTogether(named, match.tokens.includes(BREAK))
  const isWithin = subjects.some((asked) => asked.isBackdrop && isBuilding(asked))
  const ground = { isOnPlainGround: colourOf.has(BACKDROP), isLettered: letterings.length > 0 }
  const home = homeOf(subjects, match.tokens)
  const kind = { home, isWithin, isEmblem, isCloth, ...ground }
  const clues = { environments, elements, objects: kinds, moods, styles, time, weather, season, ...kind }
  const environment = chooseEnvironment({ ...clues, environments: placesAround(hits, home, subjects) })
  const spec: PromptSpec = {
    environment,
    environments,
    elements,
    objects: withoutAtHand(objects, subjects),
    subjects: withoutCrowd(withoutPassengers(carved(subjects, kinds), kinds), environment),
    time: chooseTime({ asked, environment, elements, moods, styles }, random.fork('time')),
    isTimeAsked: asked.length > 0,
    weather,
    season,
    styles: STYLES.filter((style) => styles.has(style)),
    colours,
    colourOf,
    moods,
    composition,
    refused,
    isCloseUp:
      subjects.length === 0 &&
      (objects[0]?.count ?? 1) === 1 &&
      isCloseUp({ composition, styles, environments, elements, kinds }),
    hints,
    blooms: bloomsOf(hits, match.tokens),
    lettering: letterings.map(({ text }) => text),
    understood: understoodOf(hits),
    ignored: match.unknown,
    removed,
  }
  return { spec, match, hits, letterings }
}

/** « -20 % »: no twenty of anything. */
function isShare({ kind, at, length }: Hit, { words, text }: Match): boolean {
  return kind === 'count' && /^\s*(?:%|pour ?cent)/.test(text.slice(words[at + length - 1]!.end))
}

/** What is written on a poster or a logo in quotes is no word of what it shows. */
function readWords(
  prompt: string,
  negativePrompt: string,
  hasSubjects: boolean,
): { match: Match; letterings: readonly Lettering[] } {
  const match = matchWords(atChristmas(prompt), hasSubjects)
  const isEmblem = match.hits.some(({ kind, id }) => kind === 'hint' && id === 'emblem')
  const letterings = isEmblem || isCarried(match.tokens) ? findLetterings(match.text, negativePrompt) : []
  if (letterings.length === 0) return { match, letterings }
  return { match: matchWords(withoutNames(match.text, letterings), hasSubjects), letterings }
}

/** « noël avec un sapin »: it is dressed, and no forest. */
function atChristmas(prompt: string): string {
  const charmed = prompt.replaceAll(/\b(gris|gri)[- ]\1\b/giu, 'grigris')
  const shod = charmed.replaceAll(/\bchaussures? (\p{L}+) (à talons?(?: hauts)?)/giu, 'chaussures $2 $1')
  return /\bno[eë]l\b/iu.test(shod) ? shod.replaceAll(/\bsapins?\b(?! de no)/giu, 'sapin de noël') : shod
}

function understoodOf(hits: readonly Hit[]): PromptSpec['understood'] {
  return hits.filter((hit) => !SILENT.has(hit.kind)).map(({ word, kind, id }) => ({ word, role: `${kind}:${id}` }))
}

interface CloseUpClues {
  readonly composition: ReadonlySet<Composition>
  readonly styles: ReadonlySet<Style>
  readonly environments: ReadonlySet<Environment>
  readonly elements: ReadonlySet<Element>
  readonly kinds: readonly ObjectKind[]
}

function isCloseUp({ composition, styles, environments, elements, kinds }: CloseUpClues): boolean {
  const [first] = kinds
  if (composition.has('close') || styles.has('bokeh') || environments.has('portrait')) return true
  return first !== undefined && environments.size === 0 && elements.size < 2 && CLOSE_UP_SUBJECTS.has(first)
}

function idsOf<Id extends string>(hits: readonly Hit[], kind: Hit['kind']): Set<Id> {
  return new Set(hits.filter((hit) => hit.kind === kind).map((hit) => hit.id as Id))
}

const ROSE_AS_A_FLOWER = /bouquet|roses|rosier/

const NAMED: ReadonlySet<string> = new Set(['subject', 'object', 'element', 'environment'])

/** « au cœur du marché » */
function isFigureOfSpeech({ kind, at, length }: Hit, tokens: readonly string[]): boolean {
  return length === 1 && NAMED.has(kind) && isPassing(tokens, at)
}

/** Settles the words whose meaning hangs on their neighbours. */
function disambiguate(hits: readonly Hit[], tokens: readonly string[]): Hit[] {
  const isRoseColour =
    hits.some((hit) => hit.kind === 'colour' && hit.id === 'pink') && !ROSE_AS_A_FLOWER.test(tokens.join(' '))
  const monochrome = hits.filter((hit) => hit.kind === 'style' && hit.id === 'black-and-white')
  const meant = rosy(hits)
  return meant.filter((hit) => {
    if (isOfThePicture(hit, tokens) || isFigureOfSpeech(hit, tokens)) return false
    if (isMaterial(hit, tokens) || isFalseFriend(hit, tokens) || isMeasure(hit, tokens)) return false
    if (isRoseColour && hit.kind === 'element' && hit.id === 'rose') return false
    if (isFlowerInNumber(hit, meant)) return false
    const isInside = monochrome.some((style) => hit.at >= style.at && hit.at < style.at + style.length)
    return !(isInside && hit.kind === 'colour')
  })
}

/** « les maisons roses »: behind a thing, without an article, it is a colour. */
function rosy(hits: readonly Hit[]): readonly Hit[] {
  const isThing = ({ kind }: Hit) => kind === 'subject' || kind === 'object'
  const isSaidOf = ({ at }: Hit) => hits.some((other) => isThing(other) && other.at + other.length === at)
  return hits.flatMap((hit, place) => {
    if (hit.word !== 'roses' || !isSaidOf(hit)) return [hit]
    const isFirst = hits.findIndex(({ at }) => at === hit.at) === place
    return isFirst ? [{ ...hit, kind: 'colour' as const, id: 'pink' }] : []
  })
}

/** « sept roses blanches »: white, and not pink as well. */
function isFlowerInNumber({ kind, id, word, at }: Hit, hits: readonly Hit[]): boolean {
  return (
    kind === 'colour' &&
    id === 'pink' &&
    word === 'roses' &&
    hits.some((hit) => hit.kind === 'element' && hit.at === at)
  )
}

/** « affiche de … » is what is asked for, and no style. */
function isOfThePicture({ kind, id, at }: Hit, tokens: readonly string[]): boolean {
  return kind === 'style' && id === 'poster' && (at <= 1 || isCarrierSaidLast(tokens, at)) && isCarried(tokens)
}

const CARRIERS = new Set(
  'pub publicite affiche poster flyer invitation enseigne banniere pancarte prospectus depliant'.split(' '),
)
const CARDS =
  /\b(?:carte d[e ]? ?(?:visite|voeux|invitation|anniversaire|korite|noel|tabaski|ramadan|remerciement)|faire part|toile de korhogo)\b/

/** « enseigne » alone means a street of neons. */
function isCarrier({ kind, word }: Hit): boolean {
  return CARRIERS.has(word) && (kind === 'environment' || kind === 'element')
}

/** « …, affiche verte et or » */
function isCarrierSaidLast(tokens: readonly string[], at: number): boolean {
  return EVENTS.has(tokens[0]!) && tokens[at - 1] === BREAK && SAID_LAST.has(tokens[at]!)
}

const EVENTS = new Set(
  'promo promotion soldes vente tournoi concert soiree fete festival kermesse tombola concours ouverture party sale'.split(
    ' ',
  ),
)
const SAID_LAST = new Set(['affiche', 'flyer', 'prospectus'])

/** The picture is to be a poster, a card or a sign that shows the rest. */
function isCarried(tokens: readonly string[]): boolean {
  const [first = '', second = ''] = tokens
  const isFirst = CARRIERS.has(first) || (determiners.has(first) && CARRIERS.has(second))
  return isFirst || tokens.some((_, at) => isCarrierSaidLast(tokens, at)) || CARDS.test(tokens.join(' '))
}

/** « sous un ciel bleu » one is on the ground. */
function isSkyAbove({ kind, word, at }: Pick<Hit, 'kind' | 'word' | 'at'>, tokens: readonly string[]): boolean {
  return kind === 'environment' && word === 'ciel' && tokens.slice(Math.max(0, at - 3), at).includes('sous')
}

/** « en bois » is what a table is made of, no forest. */
function isMaterial({ kind, at, word }: Hit, tokens: readonly string[]): boolean {
  if (isSkyAbove({ kind, at, word }, tokens)) return true
  if (kind === 'environment' && word === 'coton') return tokens[at - 1] === 'en'
  return kind === 'environment' && word === 'bois' && (tokens[at - 1] === 'en' || tokens[at - 1] === 'de')
}

const UNITS = new Set(
  `an ans annee annees year years mois jour jours h heure heures km m cm kg g l f fcfa cfa euro euros
  janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre`.split(/\s+/),
)

/** « 10 ans », « 15 août » are no ten or fifteen of anything. */
function isMeasure({ kind, at, length }: Hit, tokens: readonly string[]): boolean {
  return kind === 'count' && UNITS.has(tokens[at + length] ?? '')
}

const ENGLISH_ONLY = new Set(['rock', 'face', 'bat', 'chair', 'coin', 'grave', 'pond', 'plane', 'present'])

/** « près » is no meadow; « rock » in a French sentence is music, « face à » no face, and « pond » no pond. */
function isFalseFriend({ word, at }: Hit, tokens: readonly string[]): boolean {
  if (word === 'danse' && at > 0 && !isNamed(tokens[at - 1]!)) return true
  if (word === 'ensemble' && !determiners.has(tokens[at - 1] ?? '')) return true
  return word === 'pres' || word === 'cours' || (ENGLISH_ONLY.has(word) && isFrench(tokens))
}

/** « la danse », « un pas de danse » */
const isNamed = (before: string) => determiners.has(before) || [BREAK, 'de', 'en'].includes(before)

interface TimeClues {
  readonly asked: readonly TimeOfDay[]
  readonly environment: Environment
  readonly elements: ReadonlySet<Element>
  readonly moods: ReadonlySet<Mood>
  readonly styles: ReadonlySet<Style>
}

const NIGHT_ELEMENTS: readonly Element[] = ['aurora', 'stars', 'moon', 'fireflies', 'neons', 'fireworks']
const SUNSET_PLACES: ReadonlySet<Environment> = new Set(['desert', 'savanna', 'canyon'])
const MOOD_TIMES: readonly (readonly [Mood, TimeOfDay])[] = [
  ['romantic', 'sunset'],
  ['warm', 'sunset'],
  ['sad', 'dusk'],
  ['dark', 'dusk'],
  ['hope', 'dawn'],
]
const SEASIDE: readonly TimeOfDay[] = ['sunset', 'day', 'dawn']

const DRY_LAND: readonly TimeOfDay[] = ['day', 'sunset', 'day', 'dawn']

/** Asked for, else what the scene calls for, else a draw where several times are beautiful. */
function chooseTime(clues: TimeClues, random: Random): TimeOfDay {
  const { asked, elements, environment, moods, styles } = clues
  if (asked.includes('sunset')) return 'sunset'
  if (asked[0]) return asked[0]
  if (NIGHT_ELEMENTS.some((element) => elements.has(element))) return 'night'
  if (environment === 'space' || environment === 'moon' || styles.has('neon')) return 'night'
  if (styles.has('synthwave')) return 'sunset'
  const byMood = MOOD_TIMES.find(([mood]) => moods.has(mood))
  if (byMood) return byMood[1]
  if (SUNSET_PLACES.has(environment)) return random.pick(DRY_LAND)
  const isDrawn = ['sea', 'islands', 'lagoon', 'mountain', 'lake'].includes(environment)
  return isDrawn ? random.pick(SEASIDE) : 'day'
}

/** Objects in the order named, each with how many, what colour and where. */
function gatherObjects(
  hits: readonly Hit[],
  colourOf: ReadonlyMap<string, ColourName>,
  tokens: readonly string[],
): AskedObject[] {
  const objects = new Map<string, AskedObject>()
  for (const hit of hits) {
    if (hit.kind !== 'object' || objects.has(hit.id)) continue
    objects.set(hit.id, {
      id: hit.id as ObjectKind,
      count: countOf(hit, hits, tokens),
      colour: colourOf.get(hit.id) ?? null,
      position: positionOf(hit, hits),
    })
  }
  return [...objects.values()]
}

function subjectsOf(
  hits: readonly Hit[],
  { tokens, words, text }: Match,
  said: Pick<AttributedColours, 'colourOf' | 'colourRows'>,
) {
  return gatherSubjects(hits, {
    hits,
    count: (hit) => countOf(hit, hits, tokens),
    isCounted: (hit) => countBefore(hit, hits, tokens) !== undefined,
    position: (hit) => positionOf(hit, hits),
    ...said,
    tokens,
    typed: typedTokens(words, text),
    hints: idsOf<string>(hits, 'hint'),
  })
}
