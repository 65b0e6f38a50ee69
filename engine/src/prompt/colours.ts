import type { Hit } from './match.ts'
import type { AskedColour, ColourName } from './spec.ts'

export interface AttributedColours {
  readonly colours: readonly AskedColour[]
  readonly colourOf: ReadonlyMap<string, ColourName>
}

const COLOURED_PLACES = new Set(['sea', 'forest', 'sky', 'mountain', 'desert', 'field', 'garden', 'bouquet'])
const FREE = 1
const OF_A_PLACE = 0.7
const OF_A_THING = 0.35

/** A colour within one word of a thing belongs to it and flavours the palette; a free one leads it. */
export function attributeColours(hits: readonly Hit[]): AttributedColours {
  // A word can be a thing and a place (« vase »): the thing comes first.
  const things = hits.filter((hit) => hit.kind === 'element' || hit.kind === 'object')
  const places = hits.filter((hit) => hit.kind === 'environment' && COLOURED_PLACES.has(hit.id))
  const owners = [...things, ...places]
  const colours: AskedColour[] = []
  const colourOf = new Map<string, ColourName>()
  for (const hit of hits) {
    if (hit.kind !== 'colour') continue
    const id = hit.id as ColourName
    const owner = ownerOf(hit, owners)
    if (owner) colourOf.set(owner.id, id)
    colours.push({ id, weight: owner === null ? FREE : owner.kind === 'environment' ? OF_A_PLACE : OF_A_THING })
  }
  return { colours, colourOf }
}

function ownerOf(colour: Hit, owners: readonly Hit[]): Hit | null {
  let best: Hit | null = null
  let nearest = Infinity
  for (const owner of owners) {
    const distance = distanceBetween(colour, owner)
    if (distance <= 1 && distance < nearest) {
      nearest = distance
      best = owner
    }
  }
  return best
}

// French puts the colour after: at equal distance the word before it wins.
function distanceBetween(colour: Hit, owner: Hit): number {
  const after = colour.at - (owner.at + owner.length)
  if (after >= 0) return after
  const before = owner.at - (colour.at + colour.length)
  return before >= 0 ? before + 0.5 : Infinity
}
