/** What the loom shows at a moment: pure, drawn by Loom.tsx. */

/** Threads across; the rows follow from the picture's own format. */
const columns = 20
/** A picture of the usual size takes about this long where the engine does not say how far it is. */
const usualMs = 4000
/** Further than this nobody guesses. */
const mostGuessed = 0.9

export interface Cloth {
  columns: number
  rows: number
}

export function clothFor({ width, height }: { width: number; height: number }): Cloth {
  return { columns, rows: Math.max(8, Math.round((columns * height) / width)) }
}

/** What the engine says, else a guess that grows and never ends. */
export function wovenShare(progress: number | null, elapsedMs: number): number {
  return progress ?? mostGuessed * (1 - Math.exp(-elapsedMs / usualMs))
}

/** Towards what is known, a part of the way with each frame: the cloth grows and never jumps. */
export function approach(shown: number, known: number, frameMs: number): number {
  const next = shown + (known - shown) * (1 - Math.exp(-frameMs / 350))
  return known - next < 0.001 ? known : next
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

export function shuttleAt(share: number, rows: number): Shuttle {
  const place = share * rows
  const row = Math.min(rows - 1, Math.floor(place))
  const along = Math.min(1, place - row)
  return { row, share: along < 0.5 ? 2 * along * along : 1 - 2 * (1 - along) ** 2 }
}

/** Rows that are woven from end to end. */
export function wholeRows(share: number, rows: number): number {
  return share >= 1 ? rows : shuttleAt(share, rows).row
}

/** Whether a cloth this far looks other than one that far: by whole rows where nothing moves, else by half a pixel. */
export function looksOther(
  one: number,
  other: number,
  { rows, width, isStill }: { rows: number; width: number; isStill: boolean },
): boolean {
  if (isStill) return wholeRows(one, rows) !== wholeRows(other, rows)
  return Math.abs(one - other) * rows * width >= 0.5
}
