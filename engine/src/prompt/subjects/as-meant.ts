/** What words mean beside each other before anything is joined: an occasion gives way, a role is worn, a roof is its house's. */
import { SUBJECTS } from '../../subjects/registry.ts'
import type { AskedSubject } from '../asked.ts'
import type { Hit } from '../match.ts'
import { BREAK, wordSet } from '../tokens.ts'
import { belongings } from './belongings.ts'
import { ownThings } from './bodies/own-things.ts'
import { sayAlso } from './connect-subjects.ts'
import { inApposition, inRole, inTheirDance, inTrade } from './roles.ts'
import { keyOfWord } from './subject-lexicon.ts'
import type { Draft } from './worn-and-held.ts'

export function asMeant(drafts: readonly Draft[], hits: readonly Hit[], tokens: readonly string[]): readonly Draft[] {
  const [first, ...rest] = drafts
  const announced = announcedOf(hits, tokens).map(({ word }) => keyOfWord(word))
  const drafted = first ? [sayAlso(first, ...announced), ...rest] : drafts
  const all = ownThings(drafted, tokens)
  const named = inRole(inTrade(inApposition(inTheirDance(occasionsLast(all, hits, tokens))), tokens), tokens)
  return belongings(withBouquet(inOwnVessel(onItsRoof(named, tokens), tokens), hits), hits, tokens)
}

/** What a day is about: the picture where it is alone, and no more than a touch beside what is named. */
const OCCASIONS =
  /^(?:(?:saint|st) valentin|valentine?|tabaski|fete du mouton|anniversaire|birthday|noel|christmas|mariage|wedding|noces|dot|fiancaille|fete|party|bonne annee|meilleurs voeux|ramadan|korite|aid|eid)$/
const WISHES = wordSet('joyeux joyeuse bon bonne heureux heureuse happy merry st saint sainte pour for')
/** These are people, and others who are named are they. */
const WEDDINGS = /^(?:mariage|wedding|noces|dot|fiancaille)$/

const OF = wordSet('de d du of la le l ma mon mes sa son notre')

/** By a key of words. */
export function isOccasion(key: string): boolean {
  return OCCASIONS.test(key)
}

/** Words of our own scenes that are the picture by themselves. */
const PICTURES: ReadonlySet<string> = wordSet('bouquet rose tulip peony sunflower lavender daisy poppy flowers')

function occasionsLast(drafts: readonly Draft[], hits: readonly Hit[], tokens: readonly string[]): readonly Draft[] {
  const isOf = ({ hit }: Draft) => isOccasion(keyOfWord(hit.word))
  const occasions = drafts.filter(isOf)
  if (occasions.length === 0) return drafts
  const others = drafts.filter((draft) => !isOf(draft))
  const isPictured = hits.some(({ kind, id }) => (kind === 'element' || kind === 'environment') && PICTURES.has(id))
  if (others.length === 0) return isPictured ? drafts.filter((draft) => !gives(draft, others, tokens)) : drafts
  const [first, ...rest] = others
  const left = occasions.filter((draft) => !gives(draft, others, tokens))
  const said = occasions.filter((draft) => !left.includes(draft)).map(({ hit }) => keyOfWord(hit.word))
  if (left.some(({ hit }) => WEDDINGS.test(keyOfWord(hit.word)))) return withoutWed(left, others, tokens)
  const isSaidFirst = left.some(({ hit, asked }) => hit.at < first!.hit.at && !isTouch(asked) && !isWished(hit, tokens))
  const named = [sayAlso(first!, ...said), ...rest]
  return isSaidFirst ? [...left, ...named] : [...named, ...left]
}

/** « mariage de ma sœur »: she is the bride. */
function withoutWed(left: readonly Draft[], others: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const { hit } = left[0]!
  const isOne = (draft: Draft) =>
    draft.asked.figure !== null && tokens.slice(hit.at + hit.length, draft.hit.at).every((token) => OF.has(token))
  return [...left, ...others].filter((draft) => draft.hit.at < hit.at || left.includes(draft) || !isOne(draft))
}

/** A sign in the air, whatever it is of. */
function isTouch({ subject }: AskedSubject): boolean {
  return subject === 'red-heart' || subject === 'crescent-moon' || subject === 'fireworks'
}

const SHEEP = wordSet('ewe ram goat')

/** It adds nothing beside what is named. */
function gives({ hit, asked }: Draft, others: readonly Draft[], tokens: readonly string[]): boolean {
  const isThing = others.length === 0 || others.some((other) => other.asked.figure === null)
  if (asked.subject === 'red-heart') return true
  if (SHEEP.has(asked.subject) && others.some((other) => SHEEP.has(other.asked.subject))) return true
  if (WEDDINGS.test(keyOfWord(hit.word)) || /^(?:fete|party)$/.test(keyOfWord(hit.word)))
    return isWished(hit, tokens) || others.some((other) => other.hit.at < hit.at) || heads(others) > 1
  return isWished(hit, tokens) && isThing
}

function isWished({ at }: Hit, tokens: readonly string[]): boolean {
  return tokens.slice(Math.max(0, at - 3), at).some((token) => WISHES.has(token))
}

function heads(drafts: readonly Draft[]): number {
  return drafts.reduce((sum, { asked }) => sum + (asked.figure ? asked.count : 0), 0)
}

const ANNOUNCED = wordSet(
  'promo promos promotion promotions solde soldes reduction reductions remise remises rabais destockage liquidation arrivage sale',
)

/** « promo sur les chaussures, une paire de baskets noires »: what is announced in general yields to what is named. */
export function announcedOf(hits: readonly Hit[], tokens: readonly string[]): readonly Hit[] {
  const from = tokens.findIndex((token) => ANNOUNCED.has(token))
  const end = from < 0 ? -1 : tokens.indexOf(BREAK, from)
  const things = hits.filter(({ kind }) => kind === 'subject')
  if (end < 0 || !things.some(({ at }) => at > end)) return []
  return things.filter(({ at }) => at > from && at < end)
}

/** « bonne fête maman, un bouquet de roses »: in her hands. */
function withBouquet(drafts: readonly Draft[], hits: readonly Hit[]): readonly Draft[] {
  const isSaid = hits.some(({ kind, id, word }) => kind === 'environment' && id === 'bouquet' && word === 'bouquet')
  const place = drafts.findIndex(({ asked }) => asked.figure !== null)
  const { figure } = drafts[place]?.asked ?? {}
  if (!isSaid || !figure || figure.attribute !== null || figure.person === 'baby') return drafts
  const held = { ...figure, attribute: 'bouquet', pose: 'holding' as const }
  return drafts.map((draft, at) => (at === place ? { ...draft, asked: { ...draft.asked, figure: held } } : draft))
}

const ROOF = /\b(?:toits?|roof|rooftop)$/

/** « sur le toit d'un château »: its own. */
function onItsRoof(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const place = drafts.findIndex(({ hit }) => ROOF.test(hit.word))
  const [roof, below] = [drafts[place], drafts[place + 1]]
  if (place < 0 || !roof || !below) return drafts
  const between = tokens.slice(roof.hit.at + roof.hit.length, below.hit.at)
  const isOfIt = between.length > 0 && between.length < 4 && /^(?:de|d|du|of)$/.test(between[0]!)
  if (!isOfIt) return drafts
  return [...drafts.slice(0, place), sayAlso(below, ...roof.asked.said), ...drafts.slice(place + 2)]
}

/** Drawn with what they are eaten from. */
export const DISHES =
  wordSet(`thieboudienne poutine foutou attieke cooked-rice curry-rice spaghetti green-salad steaming-bowl pot-of-food
  shallow-pan-of-food fried-plantain french-fries grilled-fish sushi oden fondue custard salt fritters`)
const VESSELS = wordSet('bowl-with-spoon plate fork-and-knife-with-plate shallow-pan-of-food pot-of-food')
/** « dans un grand bol »: what all of a dish is served in. */
const DINED_FROM = wordSet('plate bowl-with-spoon fork-and-knife-with-plate')
const IN = wordSet('dans sur in on')

/** A dish brings its own; under anything else that is eaten a plate is painted. */
function isServed({ hit, asked }: Draft, vessel: AskedSubject, drafts: readonly Draft[]): boolean {
  if (DISHES.has(asked.subject)) return true
  const isAlone = drafts.filter((draft) => draft.hit === hit).length === 1
  return vessel.subject === 'plate' && isAlone && SUBJECTS.get(asked.subject)?.family === 'food'
}

/** « du garba avec thon, oignon et piment dans une assiette bleue »: all of it is on the one plate. */
function isMealFrom(before: readonly Draft[], { at }: Hit, tokens: readonly string[]): boolean {
  const [main] = before
  const isMeal = DISHES.has(main!.asked.subject) && before.every(({ asked }) => isEaten(asked))
  return isMeal && tokens.slice(Math.max(0, at - 3), at).some((token) => IN.has(token))
}

function isEaten({ subject }: AskedSubject): boolean {
  const family = SUBJECTS.get(subject)?.family
  return family === 'food' || family === 'sea'
}

function isLaidOn(main: Draft, draft: Draft): boolean {
  return draft !== main && isEaten(draft.asked)
}

/** « une assiette verte de riz »: what is on it is the dish. */
function servedFirst(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const place = drafts.findIndex(({ asked, hit }, at) => {
    const dish = drafts[at + 1]
    const isOf = dish && /^(?:de|d|of)$/.test(tokens[dish.hit.at - 1] ?? '') && dish.hit.at - (hit.at + hit.length) <= 2
    return VESSELS.has(asked.subject) && isOf && isEaten(dish.asked)
  })
  if (place < 0) return drafts
  const dish = sayAlso(drafts[place + 1]!, ...drafts[place]!.asked.said)
  return [...drafts.slice(0, place), dish, ...drafts.slice(place + 2)]
}

/** On its plate, where a bowl is named: near, and no bowl. */
function likeIts({ asked: vessel }: Draft, { hit, asked }: Draft): Draft {
  const isOther = vessel.subject === 'bowl-with-spoon' && ON_PLATES.has(asked.subject)
  return isOther ? { hit, asked: { ...asked, likened: [...(asked.likened ?? []), ...vessel.said] } } : { hit, asked }
}

const ON_PLATES = wordSet('thieboudienne attieke grilled-fish fried-plantain')

/** « du riz dans un grand bol »: no second, empty one. */
function inOwnVessel(all: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const drafts = servedFirst(all, tokens)
  const place = drafts.findIndex(({ asked, hit }, at) => {
    const dish = drafts[at - 1]
    if (at > 1 && DINED_FROM.has(asked.subject) && isMealFrom(drafts.slice(0, at), hit, tokens)) return true
    if (!dish || !VESSELS.has(asked.subject) || !isServed(dish, asked, drafts)) return false
    return tokens.slice(dish.hit.at + dish.hit.length, hit.at).some((token) => IN.has(token))
  })
  if (place < 0) return drafts
  const [dish, vessel] = [drafts[place - 1]!, drafts[place]!]
  const main = DISHES.has(drafts[0]!.asked.subject) ? drafts[0]! : dish
  if (main !== dish) {
    const kept = drafts.filter((draft) => draft !== vessel && !isLaidOn(main, draft))
    const extras = drafts.filter((draft) => isLaidOn(main, draft)).flatMap(({ asked }) => asked.said)
    const served = likeIts(vessel, sayAlso(main, ...extras, ...vessel.asked.said))
    return inOwnVessel(
      kept.map((draft) => (draft === main ? served : draft)),
      tokens,
    )
  }
  const whole = sayAlso(dish, ...vessel.asked.said)
  return inOwnVessel([...drafts.slice(0, place - 1), whole, ...drafts.slice(place + 1)], tokens)
}
