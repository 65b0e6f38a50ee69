import type { ColourName } from './asked.ts'
import type { Hit } from './match.ts'
import type { AskedColour } from './spec.ts'
import { BREAK } from './tokens.ts'

export interface AttributedColours {
  readonly colours: readonly AskedColour[]
  /** By the thing, and by the thing and where it stands in the sentence. */
  readonly colourOf: ReadonlyMap<string, ColourName>
  /** All that are told of one thing in a row, by the thing and where it stands. */
  readonly colourRows: ReadonlyMap<string, readonly ColourName[]>
}

/** Pictures without things: a colour beside their name is the picture's. */
const COLOURED_WHOLE = new Set(['abstract', 'mandala', 'fractal', 'geometry', 'wax', 'portrait', 'space', 'underwater'])

/** Places whose colour word repaints most of the picture. */
const VAST_PLACES = new Set(['sea', 'forest', 'sky'])
const FREE = 1
const OF_A_VAST_PLACE = 0.7
const OF_A_THING = 0.35

/** A colour within one word of a thing belongs to it and flavours the palette; a free one leads it. */
export function attributeColours(hits: readonly Hit[], tokens: readonly string[]): AttributedColours {
  const owners = ownersOf(hits, tokens)
  const colours: AskedColour[] = []
  const colourOf = new Map<string, ColourName>()
  for (const { kind, id, word } of hits) if (kind === 'element' && RED.test(word)) colourOf.set(id, 'red')
  const colourRows = new Map<string, ColourName[]>()
  let last: Owner | null = null
  for (const hit of hits) {
    if (hit.kind !== 'colour') continue
    const id = hit.id as ColourName
    const owner = isPronoun(hit, tokens) ? null : ownerOf(hit, owners, tokens)
    const shared: Owner | null =
      owner ?? (isNext(hit, hits, tokens) && last ? last : ownerOfPronoun(hit, owners, tokens))
    last = shared
    if (owner) colourOf.set(owner.id, id).set(`${owner.id}@${owner.at}`, id)
    if (shared) addToRow(colourRows, shared, id)
    colours.push({ id, weight: weightOf(shared) })
  }
  return { colours, colourOf, colourRows }
}

function addToRow(rows: Map<string, ColourName[]>, owner: Owner, colour: ColourName): void {
  const key = `${owner.id}@${owner.at}`
  rows.set(key, [...(rows.get(key) ?? []), colour])
}

function ownersOf(hits: readonly Hit[], tokens: readonly string[]): readonly Owner[] {
  // A word can be a thing and a place (« vase »): the thing comes first.
  const things = hits.filter((hit) => hit.kind === 'element' || hit.kind === 'object' || hit.kind === 'subject')
  const places = hits.filter(
    (hit) =>
      hit.kind === 'environment' && (isWorn(hit, tokens) || !COLOURED_WHOLE.has(hit.id)) && !isOrigin(hit, tokens),
  )
  return [...surfacesOf(tokens), ...things, ...places]
}

/** « une pirogue verte, blanche et rouge » */
function isNext({ at }: Hit, hits: readonly Hit[], tokens: readonly string[]): boolean {
  const isColour = (place: number) => hits.some((hit) => hit.kind === 'colour' && hit.at + hit.length === place)
  return AND.has(tokens[at - 1] ?? '') || (tokens[at - 1] === BREAK && isColour(at - 1))
}

const AND = new Set(['et', 'and'])

/** « : un rouge, un jaune et un bleu »: one of those that were named. */
function isPronoun({ at, length }: Hit, tokens: readonly string[]): boolean {
  const [before = '', next = BREAK] = [tokens[at - 1], tokens[at + length]]
  const isOne = ['un', 'une', 'autre', 'le', 'la'].includes(before)
  return (
    isOne &&
    (next === BREAK || AND.has(next)) &&
    (tokens[at - 2] === BREAK || AND.has(tokens[at - 2] ?? '') || before === 'autre')
  )
}

function ownerOfPronoun(hit: Hit, owners: readonly Owner[], tokens: readonly string[]): Owner | null {
  if (!isPronoun(hit, tokens)) return null
  const { at } = hit
  return owners.filter((owner) => owner.at < at).toSorted((a, b) => b.at - a.at)[0] ?? null
}

/** « des roses rouges » are one phrase. */
const RED = / rouges?$/

/** « en pagne doré » */
function isWorn({ id, at, word }: Hit, tokens: readonly string[]): boolean {
  const before = tokens[at - 1]
  return id === 'wax' && (before === 'en' || before === 'in' || (word === 'pagne' && before === BREAK))
}

/** « un car de Dakar jaune »: no yellow town. */
function isOrigin({ id, at }: Hit, tokens: readonly string[]): boolean {
  return id === 'city' && OF.has(tokens[at - 1] ?? '')
}

/** « sur fond jaune »: the plain ground behind. */
export const BACKDROP = 'backdrop'

/** What a colour is said of that is no thing in the picture: the wall behind, the cloth on the table, somebody's hair. */
const SURFACES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mur: 'wall',
    murs: 'wall',
    wall: 'wall',
    walls: 'wall',
    couverture: 'bedding',
    couette: 'bedding',
    draps: 'bedding',
    fond: BACKDROP,
    background: BACKDROP,
    drap: 'bedding',
    blanket: 'bedding',
    rideau: 'curtains',
    rideaux: 'curtains',
    curtain: 'curtains',
    curtains: 'curtains',
    nappe: 'tablecloth',
    tablecloth: 'tablecloth',
    cheveux: 'hair',
    hair: 'hair',
    tresses: 'hair',
    nattes: 'hair',
    braids: 'hair',
    dreadlocks: 'hair',
    perruque: 'hair',
  }),
)

type Owner = Pick<Hit, 'id' | 'at' | 'length'>

function surfacesOf(tokens: readonly string[]): readonly Owner[] {
  return tokens.flatMap((token, at) => {
    const id = SURFACES.get(token)
    return id === undefined ? [] : [{ id, at, length: 1 }]
  })
}

function weightOf(owner: Owner | null): number {
  if (owner === null || owner.id === BACKDROP) return FREE
  return VAST_PLACES.has(owner.id) ? OF_A_VAST_PLACE : OF_A_THING
}

function ownerOf(colour: Hit, owners: readonly Owner[], tokens: readonly string[]): Owner | null {
  let best: Owner | null = null
  let nearest = Infinity
  for (const owner of owners) {
    const distance = distanceBetween(colour, owner)
    if ((distance <= 1 || isOfKind(owner, distance, tokens)) && distance < nearest) {
      nearest = distance
      best = owner
    }
  }
  return best
}

const OF = new Set(['de', 'd', 'en', 'a'])

/** « voiture de sport bleue »: what kind it is comes before its colour. */
function isOfKind({ at, length }: Owner, distance: number, tokens: readonly string[]): boolean {
  return Number.isInteger(distance) && distance <= 2 && OF.has(tokens[at + length] ?? '')
}

// French puts the colour after: at equal distance the word before it wins.
function distanceBetween(colour: Hit, owner: Owner): number {
  const after = colour.at - (owner.at + owner.length)
  if (after >= 0) return after
  const before = owner.at - (colour.at + colour.length)
  return before >= 0 ? before + 0.5 : Infinity
}
