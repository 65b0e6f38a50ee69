/** The loom on a canvas: warp threads, picks over and under, the shuttle where the work is. */
import { shuttleAt, wholeRows, yarnAt, type Cloth } from './weave.ts'

export interface Loom extends Cloth {
  context: CanvasRenderingContext2D
  width: number
  height: number
  /** Without a picture to follow, the words choose. */
  yarns: readonly string[]
  /** RGBA of the picture to come, one pixel for each pick; `null` as long as nobody knows. */
  colours: Uint8ClampedArray | null
  warp: string
  accent: string
  /** Rows appear whole and no shuttle moves. */
  isStill: boolean
}

function drawPick({ context, columns, rows, width, height, yarns, colours }: Loom, column: number, row: number): void {
  const cell = { width: width / columns, height: height / rows }
  const over = (column + row) % 2 === 0
  const [inset, size] = over ? [1.5, cell.height - 3] : [0, cell.height + 1]
  const at = (row * columns + column) * 4
  context.fillStyle = colours ? `rgb(${colours[at]} ${colours[at + 1]} ${colours[at + 2]})` : yarnAt(yarns, column, row)
  context.globalAlpha = over ? 1 : 0.86
  context.beginPath()
  context.roundRect(
    column * cell.width + (over ? -0.5 : 1.5),
    row * cell.height + inset,
    cell.width + (over ? 1 : -3),
    size,
    6,
  )
  context.fill()
  context.globalAlpha = 1
}

function drawWarp({ context, columns, width, height, warp }: Loom): void {
  const cell = width / columns
  context.fillStyle = warp
  for (let column = 0; column < columns; column += 1) {
    context.globalAlpha = column % 2 === 0 ? 0.6 : 0.42
    context.fillRect(column * cell + cell * 0.34, 0, cell * 0.32, height)
  }
  context.globalAlpha = 1
}

export function drawCloth(loom: Loom, share: number): void {
  const { context, columns, rows, width, height, accent, isStill } = loom
  context.clearRect(0, 0, width, height)
  drawWarp(loom)
  if (share === 0) return
  for (let row = 0; row < wholeRows(share, rows); row += 1)
    for (let column = 0; column < columns; column += 1) drawPick(loom, column, row)
  if (isStill || share >= 1) return
  const shuttle = shuttleAt(share, rows)
  const toRight = shuttle.row % 2 === 0
  const woven = Math.floor(shuttle.share * columns)
  for (let count = 0; count < woven; count += 1) drawPick(loom, toRight ? count : columns - 1 - count, shuttle.row)
  const x = (toRight ? shuttle.share : 1 - shuttle.share) * width
  const thickness = height / rows
  context.fillStyle = accent
  context.beginPath()
  context.roundRect(x - 38, shuttle.row * thickness - 3, 76, thickness + 6, 16)
  context.fill()
}
