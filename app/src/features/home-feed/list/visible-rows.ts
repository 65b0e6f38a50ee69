/** Which rows of a long list are in the page, and how much room the others would take. */
export interface VisibleRows {
  start: number
  /** One past the last. */
  end: number
  /** Height of the rows above and below, in pixels. */
  before: number
  after: number
}

/** The rows that touch the stretch from `top` to `bottom`, in pixels from the list's top; at least one if there is any. */
export function visibleRows(heights: readonly number[], { top, bottom }: { top: number; bottom: number }): VisibleRows {
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
