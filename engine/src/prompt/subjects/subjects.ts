/** From the words that stand for subjects to what is asked of each: how many, what colour, how large, where. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedFigure, AskedSubject, ColourName, Position } from '../asked.ts'
import { asPlayed, atWorkOf } from '../doings/doings.ts'
import { posed, withTool } from '../lexicon/poses.ts'
import { demonyms } from '../lexicon/sentence.ts'
import { WORN } from '../lexicon/wear.ts'
import type { Hit } from '../match.ts'
import { BREAK } from '../tokens.ts'
import { announcedOf, asMeant } from './as-meant.ts'
import { ofTheRoom } from './belongings.ts'
import { completed } from './completed.ts'
import { connect, sayAlso } from './connect-subjects.ts'
import { asFood, inSense, isLaidCloth } from './senses.ts'
import { type Drawable, drawablesFor, isSomebodyNamed, keyOfWord } from './subject-lexicon.ts'
import { apiece } from './told/apiece.ts'
import { colourNamed, colourSaid, isToneOfSkin, sizeOf, toneOf } from './told/colours-and-sizes.ts'
import { asSaid, isOnHead } from './told/said-of-people.ts'
import type { Draft } from './worn-and-held.ts'

/** As many as a picture holds. */
const MOST_SUBJECTS = 4

/** One helping, however many there are of it. */
const HELPINGS: ReadonlySet<string> = new Set(
  'fritters cowries fried-plantain clothes-line grill toolbox french-fries cooked-rice beans peanuts popcorn spaghetti potato salt herb'.split(
    ' ',
  ),
)

const COOKED = new Set('grille grilles braise braises frit frits fume fumes roti rotis grilled fried smoked'.split(' '))

/** Beside food, or cooked, a fish is food. */
function isMeal(hits: readonly Hit[], tokens: readonly string[]): boolean {
  return tokens.some((token) => COOKED.has(token)) || hits.some((hit) => familyOf(hit) === 'food')
}

function familyOf({ kind, word }: Hit): string | undefined {
  return kind === 'subject' ? SUBJECTS.get(drawablesFor(keyOfWord(word))?.[0]?.subject ?? '')?.family : undefined
}

export interface Said {
  readonly hits: readonly Hit[]
  readonly count: (hit: Hit) => number
  /** The words say how many. */
  readonly isCounted: (hit: Hit) => boolean
  readonly position: (hit: Hit) => Position | null
  readonly colourOf: ReadonlyMap<string, ColourName>
  readonly colourRows: ReadonlyMap<string, readonly ColourName[]>
  readonly tokens: readonly string[]
  /** The tokens with the accents that they are typed with. */
  readonly typed: readonly string[]
  readonly hints: ReadonlySet<string>
}

const MOST = 20

/** One drawing of two: « deux lutteurs » are one. */
const PAIRS: ReadonlySet<string> = new Set(
  'people-wrestling men-wrestling women-wrestling men-holding-hands women-holding-hands people-holding-hands'.split(
    ' ',
  ),
)

/** Beside these a « casque » is no headphone. */
const ON_TWO_WHEELS = new Set('moto motos scooter motard zemidjan zem mobylette velo chantier'.split(' '))
const HELMETED = { subject: 'rescue-workers-helmet', figure: null, grade: 'exact' } as const

/** In the order named; what belongs to another one is part of it. */
export function gatherSubjects(hits: readonly Hit[], said: Said): readonly AskedSubject[] {
  const drafts: Draft[] = []
  const isFood = isMeal(hits, said.tokens)
  const isRidden = said.tokens.some((token) => ON_TWO_WHEELS.has(token))
  const announced = announcedOf(hits, said.tokens)
  for (const hit of hits.filter((one) => !announced.includes(one))) {
    if (isHeadCount(hit, drafts)) {
      countHeads(drafts, hit, said)
      continue
    }
    const drawables = isRidden && hit.word === 'casque' ? [HELMETED] : inTheirSense(hit, said, isFood)
    const isOne = drawables.length > 1 || drawables.some(({ figure }) => figure?.hair)
    const counts = shared(isOne && !said.isCounted(hit) ? 1 : said.count(hit), drawables.length)
    for (const [place, drawable] of drawables.entries()) {
      const asked = printed(askedOf(hit, drawable, counts[place]!, said))
      const same = placeOfSame(drafts, { hit, asked, drawable }, said)
      if (same < 0) drafts.push({ hit, asked })
      else drafts[same] = namedAgain(drafts[same]!, { hit, asked, drawable }, said)
    }
  }
  const told = inSentence(apiece(inSentence(drafts), said))
  const subjects = connect(completed(asMeant(told, hits, said.tokens), said.tokens), said, MOST_SUBJECTS)
  const isRoom = hits.some(({ kind, id }) => kind === 'environment' && id === 'interior')
  const placed = ofTheRoom(subjects, isRoom)
  const dressed = said.hints.has('braids') ? braidedAll(placed) : placed
  const isAfrican = said.hints.has('tropical') || said.tokens.some((token) => demonyms.has(token))
  return atWork(dressed, said.tokens).map((asked) => inColours(ofAfrica(asked, isAfrican), said))
}

function inTheirSense(hit: Hit, said: Said, isFood: boolean): readonly Drawable[] {
  const { tokens, isCounted } = said
  const isEach = isCounted(hit) && !PREPOSED.has(tokens[hit.at - 1] ?? '')
  return drawablesOf(hit, tokens).map((drawable) => {
    const meant = alone(inSense(isFood ? asFood(drawable) : drawable, hit, said), hit, said)
    return isEach ? Object.assign({}, meant, { subject: ONE_BY_ONE[meant.subject] ?? meant.subject }) : meant
  })
}

/** « un lutteur » is one. */
function alone(drawable: Drawable, { at, word }: Hit, { hits }: Said): Drawable {
  const isOne = WRESTLER.test(word) && !hits.some((hit) => hit.at !== at && /^(?:lutte|wrestl)/.test(hit.word))
  return isOne && drawable.subject === 'people-wrestling' ? { ...drawable, subject: 'wrestler' } : drawable
}

const WRESTLER = /^(?:lutteur|wrestler)(?!s)/

/** « deux beignets » are two, and not two bowls of them. */
const PREPOSED: ReadonlySet<string> = new Set(['de', 'd', 'of', 'des', 'les'])
const ONE_BY_ONE: Readonly<Record<string, string>> = { fritters: 'fritter' }

/** Somebody stands where they were named last; « un match de boxe avec deux boxeurs » are two. */
function namedAgain(draft: Draft, { hit, asked, drawable }: Again, { isCounted }: Said): Draft {
  const last = isOneOf(draft.asked, drawable) ? { ...withHair(draft, drawable), hit } : withHair(draft, drawable)
  const counted = isCounted(hit)
    ? { ...last, asked: { ...last.asked, count: Math.max(asked.count, last.asked.count) } }
    : last
  return sayAlso(counted, keyOfWord(hit.word))
}

interface Again extends Draft {
  readonly drawable: Drawable
}

function placeOfSame(drafts: readonly Draft[], again: Again, said: Said): number {
  const from = isWear(again.asked) ? drafts.findLastIndex((draft) => draft.asked.figure !== null) : 0
  return drafts.findIndex((draft, place) => place >= from && isSameThing(draft, again, said))
}

/** « papa en boubou blanc, maman en boubou rose »: each has one. */
function isWear({ subject, figure }: AskedSubject): boolean {
  return figure === null && (WORN[subject] !== undefined || SUBJECTS.get(subject)?.family === 'clothes')
}

/** « 5 ballons rouges et 2 ballons verts » are two kinds. */
function isSameThing(draft: Draft, { hit, asked, drawable }: Again, said: Said): boolean {
  const { isCounted } = said
  if (isBraidsOf(draft, drawable)) return true
  if (isOfTheOther(draft, asked, said.tokens.slice(draft.hit.at, hit.at))) return false
  if (isSame(draft.asked, drawable)) return !(isCounted(hit) && asked.colour !== draft.asked.colour)
  return isOneOf(draft.asked, drawable)
}

/** « l’une en boubou rose, l’autre en boubou vert » */
function isOfTheOther({ asked: { colour } }: Draft, asked: AskedSubject, between: readonly string[]): boolean {
  return isWear(asked) && asked.colour !== colour && between.some((token) => token === 'autre' || token === 'other')
}

/** « tresses, avec une femme coiffée »: they are hers. */
function isBraidsOf({ hit, asked }: Draft, { figure }: Drawable): boolean {
  return /^(?:tresse|natte)/.test(hit.word) && asked.figure?.hair === 'braids' && figure?.person === 'woman'
}

/** The main one first; « mariage …, le marié avec couronne »: who was named again stands where that was. */
function inSentence([first, ...others]: readonly Draft[]): readonly Draft[] {
  return first ? [first, ...others.toSorted((a, b) => a.hit.at - b.hit.at)] : []
}

/** « une fille lit dans le métro »: it is where she is. */
function isAround({ subject, figure }: AskedSubject): boolean {
  return figure === null && PLACES_TO_BE.has(SUBJECTS.get(subject)?.family ?? '')
}

const PLACES_TO_BE: ReadonlySet<string> = new Set(['building', 'vehicle'])

/** Somebody who alone is spoken of, with no thing beside them, has what they use. */
function atWork(subjects: readonly AskedSubject[], tokens: readonly string[]): readonly AskedSubject[] {
  const shown = subjects.filter((asked) => !asked.isBackdrop && !isAround(asked))
  const [only] = shown
  if (shown.length !== 1 || !only?.figure) return subjects
  const figure = withTool(only.figure, tokens)
  return subjects.map((asked) => (asked === only ? Object.assign({}, asked, { figure }) : asked))
}

/** Cloth behind « en » is worn; any other hit stands for what its words are drawn as. */
function drawablesOf(hit: Hit, tokens: readonly string[]): readonly Drawable[] {
  if (hit.kind === 'subject') return drawablesFor(keyOfWord(hit.word)) ?? []
  const isWorn = hit.kind === 'environment' && hit.id === 'wax' && ['en', 'in'].includes(tokens[hit.at - 1] ?? '')
  if (isWorn) return [CLOTH]
  if (isLaidCloth(hit, tokens)) return [FOLDED]
  // « une femme qui pile, pagne rouge »
  const isToldLast = hit.kind === 'environment' && hit.word === 'pagne' && tokens[hit.at - 1] === BREAK
  return isToldLast ? [CLOTH] : []
}

const FOLDED: Drawable = { subject: 'folded-cloth', figure: null, grade: 'exact' }

const CLOTH: Drawable = { subject: 'pagne', figure: null, grade: 'exact' }

/** « quatre enfants » are two girls and two boys; « les mariés » one of each. */
function shared(count: number, kinds: number): readonly number[] {
  if (kinds === 1) return [Math.min(MOST, count)]
  return Array.from({ length: kinds }, (_, place) =>
    Math.max(1, Math.min(MOST, Math.floor((count + kinds - 1 - place) / kinds))),
  )
}

/** Where a place or a cloth of Africa is named, its people are meant. */
function ofAfrica(asked: AskedSubject, isPlace: boolean): AskedSubject {
  const { figure } = asked
  if (!figure || figure.tone !== null) return asked
  const isThere = isPlace || figure.garment === 'pagne' || figure.garment === 'boubou'
  return isThere ? { ...asked, figure: { ...figure, tone: 'african' } } : asked
}

/** What is said of the hair, and of what is in hand by a word that is none of a thing: « un bouquet rose ». */
function inColours(asked: AskedSubject, { colourOf }: Said): AskedSubject {
  const { figure } = asked
  if (asked.subject === 'bed') return { ...asked, colour: colourOf.get('bedding') ?? asked.colour }
  if (!figure) return asked
  const hairColour = colourOf.get('hair') ?? figure.hairColour
  const accessoryColour = figure.accessoryColour ?? colourOf.get(figure.attribute ?? '') ?? flowersOf(figure, colourOf)
  return { ...asked, figure: asPlayed({ ...figure, hairColour, accessoryColour }) }
}

function flowersOf({ attribute }: AskedFigure, colourOf: Said['colourOf']): ColourName | null {
  return attribute === 'bouquet' ? (colourOf.get('flowers') ?? colourOf.get('rose') ?? null) : null
}

/** Whose braids they are is told, or they are everybody's. */
function braidedAll(subjects: readonly AskedSubject[]): readonly AskedSubject[] {
  return subjects.some(({ figure }) => figure?.hair === 'braids') ? subjects : subjects.map(braided)
}

function braided(asked: AskedSubject): AskedSubject {
  return withCut(asked, 'braids')
}

function withCut(asked: AskedSubject, hair: AskedFigure['hair']): AskedSubject {
  return asked.figure ? { ...asked, figure: { ...asked.figure, hair } } : asked
}

function askedOf(hit: Hit, drawable: Drawable, count: number, said: Said): AskedSubject {
  const figure = figureOf(hit, drawable.figure, { said, count })
  const tone = figure && toneOf(hit, figure, said.tokens)
  const isOfHead = figure !== null && isOnHead(hit)
  const colour = colourSaid(hit, figure, said) ?? colourInName(hit, drawable)
  const isSkin = tone !== null && isToneOfSkin(said.tokens[hit.at + hit.length], tone)
  return {
    ...drawable,
    figure: figure && { ...figure, tone: tone ?? figure.tone, ...(isOfHead && { headColour: colour }) },
    count: countDrawn(drawable.subject, count, { isCounted: said.isCounted(hit), isPair: isPairOf(hit, said.tokens) }),
    colour: isSkin || isOfHead ? null : colour,
    position: said.position(hit),
    size: sizeOf([said.tokens[hit.at - 1] ?? '', said.tokens[hit.at + hit.length] ?? '']),
    relation: null,
    said: [keyOfWord(hit.word)],
    isBackdrop: false,
  }
}

function figureOf(
  hit: Hit,
  drawn: AskedFigure | null,
  { said, count }: { readonly said: Said; readonly count: number },
): AskedFigure | null {
  const from = hit.at + hit.length
  const others = said.hits.filter(
    (one) => one.at >= from && one.kind === 'subject' && isActing(one, said.tokens.slice(from, one.at)),
  )
  const person = others.find(({ word }) => drawablesFor(keyOfWord(word))?.some((one) => one.figure !== null))
  const named = posed(hit, asSaid(hit, drawn, said), withoutSleepOf(hit, said))
  return atWorkOf(hit, named, { ...said, next: others[0], person, isMany: count > 2 })
}

/** « chat noir » that sleeps is another drawing. */
function colourInName({ word }: Hit, { subject, figure }: Drawable): ColourName | null {
  const isOther = figure === null && drawablesFor(keyOfWord(word))?.[0]?.subject !== subject
  return isOther ? colourNamed(word) : null
}

/** « une femme avec son bébé qui balaie »: no baby does. */
function isActing({ word }: Hit, before: readonly string[]): boolean {
  const isBaby = drawablesFor(keyOfWord(word))?.[0]?.figure?.person === 'baby'
  return isSomebodyNamed(word) && !(isBaby && before.some((token) => CARRIES.has(token)))
}

const CARRIES: ReadonlySet<string> = new Set(['avec', 'porte', 'portant', 'with', 'carrying'])

const ASLEEP = /^(?:endormi|assoupi|couche|allonge)e?s?$/

/** « une maman avec son bébé endormi »: a participle is of whoever it follows. */
function withoutSleepOf(hit: Hit, { hits, tokens }: Said): readonly string[] {
  const next = hits.find(({ at, kind, word }) => at > hit.at && kind === 'subject' && isSomebodyNamed(word))
  return next ? tokens.map((token, at) => (at > next.at && ASLEEP.test(token) ? '' : token)) : tokens
}

/** No two cloths of a pile are printed alike. */
function printed(asked: AskedSubject): AskedSubject {
  const isPile = asked.subject === FOLDED.subject && asked.count > 1 && asked.colour === null
  return isPile ? { ...asked, colour: 'multicolour' } : asked
}

/** A plural of these without a number is a pair. */
const WORN_IN_PAIRS: ReadonlySet<string> = new Set(
  'high-heeled-shoe running-shoe mans-shoe thong-sandal womans-boot womans-sandal hiking-boot ballet-shoes socks gloves'.split(
    ' ',
  ),
)

/** « une paire de baskets » */
function isPairOf({ word, at }: Hit, tokens: readonly string[]): boolean {
  return word.startsWith('paire') || word.startsWith('pair ') || tokens.slice(Math.max(0, at - 2), at).includes('paire')
}

function countDrawn(
  subject: string,
  count: number,
  { isCounted, isPair }: { isCounted: boolean; isPair: boolean },
): number {
  if (WORN_IN_PAIRS.has(subject) && (isPair || (!isCounted && count > 1))) return 2
  if (PAIRS.has(subject)) return Math.ceil(count / 2)
  return HELPINGS.has(subject) && !isCounted ? 1 : count
}

function isSame(asked: Drawable, { subject, figure }: Drawable): boolean {
  return asked.subject === subject && JSON.stringify(asked.figure) === JSON.stringify(figure)
}

/** The bride of a wedding is already there. */
/** « une famille de quatre personnes »: four in all. */
function isHeadCount({ word }: Hit, drafts: readonly Draft[]): boolean {
  return HEADS_OF.test(keyOfWord(word)) && drafts.length > 0 && FAMILIES.test(drafts.at(-1)!.hit.word)
}

const HEADS_OF = /^(?:personne|membre|enfant|people|person|child)/
const FAMILIES = /^(?:famille|family|chorale|choir|groupe)/

function countHeads(drafts: Draft[], hit: Hit, said: Said): void {
  const last = drafts.at(-1)!
  const others = drafts.filter((draft) => draft.hit === last.hit).length - 1
  const isOfChildren = /^(?:enfant|child)/.test(keyOfWord(hit.word))
  const counted = said.count(hit) - (isOfChildren ? 0 : others)
  const count = said.isCounted(hit) ? Math.max(1, counted) : last.asked.count
  drafts[drafts.length - 1] = sayAlso({ ...last, asked: { ...last.asked, count } }, keyOfWord(hit.word))
}

function withHair(draft: Draft, { figure }: Drawable): Draft {
  return figure?.hair ? { ...draft, asked: withCut(draft.asked, figure.hair) } : draft
}

function isOneOf({ figure: there }: Drawable, { figure }: Drawable): boolean {
  // « une fille avec des tresses »: they are hers.
  if (there !== null && figure?.hair) return true
  return (
    there !== null &&
    figure !== null &&
    there.garment !== null &&
    there.person === figure.person &&
    there.garment === figure.garment &&
    there.attribute === null
  )
}

const CLOTHS = /^(?:motif wax|wax|tissu|tissu africain|textile|imprime africain|african fabric|fabric)$/

/** « un motif wax avec des oiseaux »: they are printed on it. */
export function isPrintedCloth(hits: readonly Hit[], subjects: readonly AskedSubject[]): boolean {
  const things = hits.filter(({ kind }) => kind === 'environment' || kind === 'subject' || kind === 'object')
  const [first] = things
  if (first?.id !== 'wax' || first.kind !== 'environment' || !CLOTHS.test(first.word)) return false
  return things.every(({ kind, id }) => kind !== 'environment' || CLOTHLIKE.has(id)) && subjects.every(isPrintable)
}

const CLOTHLIKE: ReadonlySet<string> = new Set(['wax', 'savanna', 'abstract', 'geometry'])

function isPrintable({ figure, subject }: AskedSubject): boolean {
  return figure === null && PRINTABLE.has(SUBJECTS.get(subject)?.family ?? '')
}

const PRINTABLE: ReadonlySet<string> = new Set(
  'animal bird insect sea plant food thing festive fantasy instrument'.split(' '),
)
