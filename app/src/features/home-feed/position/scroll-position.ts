/** Where somebody was in a list, kept while they look at something else, so that coming back moves nothing. */

/** A post, and where its row begins on the screen, in pixels from the top. */
export interface SeenPost {
  id: string
  top: number
}

export interface ListPosition {
  /** The posts in sight, from the top. */
  seen: readonly SeenPost[]
  /** Of the rows that were shown, by their key; of use only in the same width. */
  heights: ReadonlyMap<string, number>
  width: number
}

const positions = new Map<string, ListPosition>()

export function keepPosition(list: string, position: ListPosition): void {
  positions.set(list, position)
}

export function keptPosition(list: string): ListPosition | undefined {
  return positions.get(list)
}

/** For a list that begins anew at its top. */
export function forgetPosition(list: string): void {
  positions.delete(list)
}
