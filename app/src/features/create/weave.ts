/** What the loom shows at a moment: pure, drawn by Loom.tsx. */

export const columns = 20
export const rows = 26
/** A picture of the usual size takes about this long on the built-in engine. */
const usualMs = 2600

/** From 0 towards 1 without ever reaching it: nobody knows when the work ends. */
export function wovenShare(elapsedMs: number): number {
  return 1 - Math.exp(-elapsedMs / usualMs)
}

/** Colours of the cloth palettes, chosen by the words. */
const yarns = ['#202b62', '#c2482a', '#e0a033', '#27348b', '#8f1f43', '#2f6f5e', '#d98a5b', '#5a7fb0']

export function yarnsFor(words: string): string[] {
  let hash = 2166136261
  for (const character of words) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0
  return [0, 1, 2, 3].map((place) => yarns[(hash >>> (place * 5)) % yarns.length] ?? '#202b62')
}

export function yarnAt(chosen: readonly string[], column: number, row: number): string {
  const band = Math.floor(row / 3) + Math.floor(Math.abs(column - columns / 2) / 3)
  return chosen[band % chosen.length] ?? '#202b62'
}

export interface Shuttle {
  row: number
  /** How much of the row is woven, 0 to 1, from the left on even rows and from the right on odd ones. */
  share: number
}

export function shuttleAt(share: number): Shuttle {
  const place = share * rows
  const row = Math.min(rows - 1, Math.floor(place))
  const along = place - row
  return { row, share: along < 0.5 ? 2 * along * along : 1 - 2 * (1 - along) ** 2 }
}
