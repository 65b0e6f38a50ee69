/** Where somebody was in the feed, kept while they look at a post, so that coming back moves nothing. */
import type { CacheSnapshot, WindowVirtualizerHandle } from 'virtua'

interface FeedPosition {
  scrollY: number
  /** Measured heights; of use only for the same number of rows in the same width. */
  sizes: CacheSnapshot
  rows: number
  width: number
}

const positions = new Map<string, FeedPosition>()

export function keepPosition(
  list: string,
  { cache }: Pick<WindowVirtualizerHandle, 'cache'>,
  layout: { rows: number; width: number },
): void {
  positions.set(list, { scrollY: window.scrollY, sizes: cache, ...layout })
}

export function keptPosition(list: string, layout: { rows: number; width: number }): FeedPosition | undefined {
  const position = positions.get(list)
  return position?.rows === layout.rows && position.width === layout.width ? position : undefined
}
