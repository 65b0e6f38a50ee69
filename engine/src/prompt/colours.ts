import type { ColourName } from './asked.ts'
import type { Hit } from './match.ts'
import type { AskedColour } from './spec.ts'

export interface AttributedColours {
  readonly colours: readonly AskedColour[]
  /** By the thing, and by the thing and where it stands in the sentence. */
  readonly colourOf: ReadonlyMap<string, ColourName>
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
  // A word can be a thing and a place (« vase »): the thing comes first.
  const things = hits.filter((hit) => hit.kind === 'element' || hit.kind === 'object' || hit.kind === 'subject')
  const places = hits.filter(
    (hit) =>
      hit.kind === 'environment' && (isWorn(hit, tokens) || !COLOURED_WHOLE.has(hit.id)) && !isOrigin(hit, tokens),
  )
  const owners = [...surfacesOf(tokens), ...things, ...places]
  const colours: AskedColour[] = []
  const colourOf = new Map<string, ColourName>()
  for (const { kind, id, word } of hits) if (kind === 'element' && RED.test(word)) colourOf.set(id, 'red')
  let last: Owner | null = null
  for (const hit of hits) {
    if (hit.kind !== 'colour') continue
    const id = hit.id as ColourName
    const owner = ownerOf(hit, owners, tokens)
    const shared = owner ?? (isSecond(hit, tokens) ? last : null)
    last = owner
    if (owner) colourOf.set(owner.id, id).set(`${owner.id}@${owner.at}`, id)
    colours.push({ id, weight: weightOf(shared) })
  }
  return { colours, colourOf }
}

/** « une pirogue bleue et jaune » */
function isSecond({ at }: Hit, tokens: readonly string[]): boolean {
  return tokens[at - 1] === 'et' || tokens[at - 1] === 'and'
}

/** « des roses rouges » are one phrase. */
const RED = / rouges?$/

/** « en pagne doré » */
function isWorn({ id, at }: Hit, tokens: readonly string[]): boolean {
  return id === 'wax' && (tokens[at - 1] === 'en' || tokens[at - 1] === 'in')
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
