// The pigments that differ from one skin to another, learnt from the drawings that are otherwise the same.

interface Icon {
  readonly body: string
}

const TONES = ['medium-dark', 'medium', 'medium-light', 'light'] as const
const PIGMENT = /#[\da-f]{3,6}\b/gi
/** How often a pigment must change, and into what, to count. */
const LEAST_VOTES = 4

/** Dark pigment to those of the other skins, in the order of TONES. */
export function skinTable(icons: Readonly<Record<string, Icon>>): Record<string, string[]> {
  const votes = new Map<string, Map<string, number>[]>()
  for (const [name, { body }] of Object.entries(icons)) {
    if (!/(?<!medium)-dark-skin-tone$/.test(name) || name.match(/skin-tone/g)!.length > 1) continue
    for (const [k, tone] of TONES.entries()) {
      const other = icons[name.replace('-dark-skin-tone', `-${tone}-skin-tone`)]
      if (other && shapeOf(other.body) === shapeOf(body)) vote(votes, k, [body, other.body])
    }
  }
  return tallied(votes)
}

function shapeOf(body: string): string {
  return body.replace(/SVG\w+/g, 'ID').replace(PIGMENT, 'C')
}

function vote(votes: Map<string, Map<string, number>[]>, k: number, [dark, other]: [string, string]): void {
  const [from, to] = [pigmentsOf(dark), pigmentsOf(other)]
  for (const [i, pigment] of from.entries()) {
    const counts = votes.get(pigment) ?? TONES.map(() => new Map<string, number>())
    counts[k]!.set(to[i]!, (counts[k]!.get(to[i]!) ?? 0) + 1)
    votes.set(pigment, counts)
  }
}

function pigmentsOf(body: string): string[] {
  return [...body.matchAll(PIGMENT)].map(([code]) => {
    const hex = code.slice(1).toLowerCase()
    return hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  })
}

function tallied(votes: ReadonlyMap<string, readonly Map<string, number>[]>): Record<string, string[]> {
  const table: Record<string, string[]> = {}
  for (const [pigment, counts] of [...votes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const best = counts.map((count) => [...count].toSorted((a, b) => b[1] - a[1])[0])
    const isClear = best.every((one) => one !== undefined && one[1] >= LEAST_VOTES)
    if (isClear && best.some((one) => one![0] !== pigment)) table[pigment] = best.map((one) => one![0])
  }
  return table
}
