import { visibleRows, type ListWindow, type Stretch } from './visible-rows.ts'

interface Grid {
  count: number
  columns: number
  /** Of a row with its gap, in pixels. */
  rowHeight: number
}

/** As `visibleRows`, of a grid whose rows are all as high, counted in its cells. */
export function visibleCells({ count, columns, rowHeight }: Grid, stretch: Stretch): ListWindow {
  const heights = Array.from({ length: Math.ceil(count / columns) }, () => rowHeight)
  const rows = visibleRows(heights, stretch)
  return { ...rows, start: rows.start * columns, end: Math.min(count, rows.end * columns) }
}
