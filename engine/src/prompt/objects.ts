import type { Hit } from './match.ts'
import type { AskedObject, ColourName, ObjectKind, Position } from './spec.ts'

const PLURAL_COUNT = 4

/** Objects in the order named, each with how many, what colour and where. */
export function gatherObjects(hits: readonly Hit[], colourOf: ReadonlyMap<string, ColourName>): AskedObject[] {
  const objects = new Map<string, AskedObject>()
  for (const hit of hits) {
    if (hit.kind !== 'object' || objects.has(hit.id)) continue
    objects.set(hit.id, {
      id: hit.id as ObjectKind,
      count: countOf(hit, hits),
      colour: colourOf.get(hit.id) ?? null,
      position: positionOf(hit, hits),
    })
  }
  return [...objects.values()]
}

function countOf(object: Hit, hits: readonly Hit[]): number {
  // « deux amoureux » are one couple.
  if (object.id === 'couple') return 1
  const isPlural = /[sx]$/.test(object.word) && !/(ss|us)$/.test(object.word)
  const said = hits.find((hit) => {
    const gap = object.at - (hit.at + hit.length)
    return hit.kind === 'count' && gap >= 0 && gap <= 2
  })
  const count = said ? Number(said.id) : 1
  return count === 1 && isPlural ? PLURAL_COUNT : count
}

function positionOf(object: Hit, hits: readonly Hit[]): Position | null {
  const near = hits.find((hit) => hit.kind === 'position' && Math.abs(hit.at - (object.at + object.length)) <= 2)
  return (near?.id as Position | undefined) ?? null
}
