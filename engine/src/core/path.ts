import type { Polygon } from './coverage.ts'

const QUADRATIC_STEPS = 8
const CUBIC_STEPS = 12
const TOKEN = /[a-zA-Z]|-?\d*\.?\d+(?:e-?\d+)?/g
const ARGUMENTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, Z: 0 }

interface Pen {
  x: number
  y: number
  startX: number
  startY: number
  outline: number[]
  readonly outlines: Polygon[]
}

/** Flattens SVG path data (M L H V Q C Z, absolute or relative). Parse once, `place` often. */
export function parsePath(data: string): Polygon[] {
  const tokens = data.match(TOKEN) ?? []
  const pen: Pen = { x: 0, y: 0, startX: 0, startY: 0, outline: [], outlines: [] }
  let command = ''
  let at = 0
  while (at < tokens.length) {
    if (/[a-zA-Z]/.test(tokens[at]!)) command = tokens[at++]!
    const name = command.toUpperCase()
    const count = ARGUMENTS[name]
    if (count === undefined) throw new Error(`Path command ${command} is not drawn`)
    const numbers = tokens.slice(at, at + count).map(Number)
    at += count
    apply(pen, name, command === name ? numbers : toAbsolute(pen, name, numbers))
    if (name === 'M') command = command === 'M' ? 'L' : 'l'
  }
  finish(pen)
  return pen.outlines
}

function toAbsolute(pen: Pen, name: string, numbers: number[]): number[] {
  if (name === 'V') return [numbers[0]! + pen.y]
  return numbers.map((v, i) => v + (i & 1 ? pen.y : pen.x))
}

function apply(pen: Pen, name: string, numbers: number[]): void {
  const [a = 0, b = 0] = numbers
  if (name === 'Z') close(pen)
  else if (name === 'M') moveTo(pen, a, b)
  else if (name === 'L') lineTo(pen, a, b)
  else if (name === 'H') lineTo(pen, a, pen.y)
  else if (name === 'V') lineTo(pen, pen.x, a)
  else if (name === 'Q') quadraticTo(pen, numbers)
  else cubicTo(pen, numbers)
}

function finish(pen: Pen): void {
  if (pen.outline.length > 0) pen.outlines.push(pen.outline)
  pen.outline = []
}

function close(pen: Pen): void {
  finish(pen)
  pen.x = pen.startX
  pen.y = pen.startY
}

function moveTo(pen: Pen, x: number, y: number): void {
  finish(pen)
  pen.startX = x
  pen.startY = y
  lineTo(pen, x, y)
}

function lineTo(pen: Pen, x: number, y: number): void {
  pen.x = x
  pen.y = y
  pen.outline.push(x, y)
}

function quadraticTo(pen: Pen, [ax = 0, ay = 0, x = 0, y = 0]: number[]): void {
  const { x: fromX, y: fromY } = pen
  for (let k = 1; k <= QUADRATIC_STEPS; k++) {
    const t = k / QUADRATIC_STEPS
    const m = 1 - t
    lineTo(pen, m * m * fromX + 2 * m * t * ax + t * t * x, m * m * fromY + 2 * m * t * ay + t * t * y)
  }
}

function cubicTo(pen: Pen, [ax = 0, ay = 0, bx = 0, by = 0, x = 0, y = 0]: number[]): void {
  const { x: fromX, y: fromY } = pen
  for (let k = 1; k <= CUBIC_STEPS; k++) {
    const t = k / CUBIC_STEPS
    const m = 1 - t
    const start = m * m * m
    const first = 3 * m * m * t
    const second = 3 * m * t * t
    const end = t * t * t
    lineTo(pen, start * fromX + first * ax + second * bx + end * x, start * fromY + first * ay + second * by + end * y)
  }
}
