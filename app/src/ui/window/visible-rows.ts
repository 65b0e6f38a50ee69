/** Which part of a long list is in the page, and how much room the rest would take. */
export interface ListWindow {
  start: number
  /** One past the last. */
  end: number
  /** Height of the rows above and below, in pixels. */
  before: number
  after: number
}

/** In pixels from the list's top. */
export interface Stretch {
  top: number
  bottom: number
}

/** The rows that touch the stretch from `top` to `bottom`: at least one if there is any. */
export function visibleRows(heights: readonly number[], { top, bottom }: Stretch): ListWindow {
  const last = heights.length - 1
  let start = 0
  let before = 0
  while (start < last && before + (heights[start] ?? 0) <= top) before += heights[start++] ?? 0
  let end = start
  let reach = before
  while (end <= last && (reach < bottom || end === start)) reach += heights[end++] ?? 0
  const after = heights.slice(end).reduce((sum, height) => sum + height, 0)
  return { start, end, before, after }
}
