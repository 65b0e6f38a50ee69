/** Which rows of a grid of squares are in the page. */
export interface GridWindow {
  /** Index of the first picture shown, and one past the last. */
  start: number
  end: number
  /** Height of the rows above and below, in pixels. */
  before: number
  after: number
}

export interface Grid {
  count: number
  columns: number
  /** Of a row with its gap, in pixels. */
  rowHeight: number
}

/** `top` and `bottom`: the part of the grid to fill, in pixels from its own top. */
export function visibleGrid({ count, columns, rowHeight }: Grid, top: number, bottom: number): GridWindow {
  const rows = Math.ceil(count / columns)
  const first = Math.min(Math.max(0, Math.floor(top / rowHeight)), Math.max(0, rows - 1))
  const last = Math.min(rows, Math.max(first + 1, Math.ceil(bottom / rowHeight)))
  return {
    start: first * columns,
    end: Math.min(count, last * columns),
    before: first * rowHeight,
    after: (rows - last) * rowHeight,
  }
}
