/** Where somebody was in a list, kept while they look at a post, so that coming back moves nothing. */
export interface FeedPosition {
  scrollY: number
  /** Of the list, from the top of the page. */
  listTop: number
  /** Of the rows that were shown, by their place; of use only in the same width. */
  heights: ReadonlyMap<number, number>
  width: number
}

const positions = new Map<string, FeedPosition>()

export function keepPosition(list: string, position: FeedPosition): void {
  positions.set(list, position)
}

export function keptPosition(list: string, width: number): FeedPosition | undefined {
  const position = positions.get(list)
  return position?.width === width ? position : undefined
}
