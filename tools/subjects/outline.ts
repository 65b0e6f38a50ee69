// Outlines of a drawing: SVG path data to absolute cubic curves, transformed, then written in tenths of a unit.

/** a b c d e f, as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** Absolute: M and L with two numbers, C with six, Z with none. */
export interface Step {
  readonly name: 'M' | 'L' | 'C' | 'Z'
  readonly at: readonly number[]
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[2] * b[1],
    a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3],
    a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4],
    a[1] * b[4] + a[3] * b[5] + a[5],
  ]
}

export function invert(m: Matrix): Matrix {
  const d = m[0] * m[3] - m[1] * m[2]
  return [m[3] / d, -m[1] / d, -m[2] / d, m[0] / d, (m[2] * m[5] - m[3] * m[4]) / d, (m[1] * m[4] - m[0] * m[5]) / d]
}

export function parseTransform(text: string | undefined): Matrix {
  let matrix = IDENTITY
  for (const [, name, list] of (text ?? '').matchAll(/(\w+)\(([^)]*)\)/g)) {
    const v = list!
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number)
    matrix = multiply(matrix, transformOf(name!, v))
  }
  return matrix
}

function transformOf(name: string, v: readonly number[]): Matrix {
  const [a = 0, b] = v
  if (name === 'matrix') return v as unknown as Matrix
  if (name === 'translate') return [1, 0, 0, 1, a, b ?? 0]
  if (name === 'scale') return [a, 0, 0, b ?? a, 0, 0]
  if (name !== 'rotate') throw new Error(`Transform ${name} is not read`)
  const angle = (a * Math.PI) / 180
  const turn: Matrix = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]
  const [, x = 0, y = 0] = v
  return multiply(multiply([1, 0, 0, 1, x, y], turn), [1, 0, 0, 1, -x, -y])
}

const PARAMETERS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

/** Where the pen stands, and the last control point, which S and T mirror. */
interface Pen {
  x: number
  y: number
  startX: number
  startY: number
  controlX: number
  controlY: number
  last: string
  readonly steps: Step[]
}

export function parseOutline(data: string): Step[] {
  const pen: Pen = { x: 0, y: 0, startX: 0, startY: 0, controlX: 0, controlY: 0, last: '', steps: [] }
  for (const [, letter, rest] of data.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    const name = letter!.toUpperCase()
    const count = PARAMETERS[name]
    if (count === undefined) throw new Error(`Path command ${letter} is not read`)
    const numbers = readNumbers(rest!, name === 'A')
    const last = numbers.length - count
    for (let i = 0; i <= last; i += Math.max(1, count)) {
      const isLine = name === 'M' && i > 0
      const own = numbers.slice(i, i + count)
      apply(pen, isLine ? 'L' : name, letter === name ? own : absolute(pen, name, own))
    }
  }
  return pen.steps
}

function readNumbers(text: string, isArc: boolean): number[] {
  const numbers: number[] = []
  const number = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy
  const flag = /[\s,]*([01])/y
  let at = 0
  for (;;) {
    const place = numbers.length % 7
    const reader = isArc && (place === 3 || place === 4) ? flag : number
    reader.lastIndex = at
    const found = reader.exec(text)
    if (!found) return numbers
    numbers.push(Number(found[1]))
    at = reader.lastIndex
  }
}

function absolute(pen: Pen, name: string, v: readonly number[]): number[] {
  if (name === 'V') return [v[0]! + pen.y]
  if (name === 'A') return [...v.slice(0, 5), v[5]! + pen.x, v[6]! + pen.y]
  return v.map((value, i) => value + (i & 1 ? pen.y : pen.x))
}

type Draw = (pen: Pen, v: readonly number[]) => void

const DRAW: Readonly<Record<string, Draw>> = {
  Z: close,
  M: (pen, [x = 0, y = 0]) => move(pen, x, y),
  L: (pen, [x = 0, y = 0]) => lineTo(pen, x, y),
  H: (pen, [x = 0]) => lineTo(pen, x, pen.y),
  V: (pen, [y = 0]) => lineTo(pen, pen.x, y),
  C: curve,
  S: (pen, v) => curve(pen, [...mirrored(pen, 'CS'), ...v]),
  Q: (pen, [a = 0, b = 0, x = 0, y = 0]) => quadratic(pen, [a, b], [x, y]),
  T: (pen, [x = 0, y = 0]) => quadratic(pen, mirrored(pen, 'QT'), [x, y]),
  A: arc,
}

function apply(pen: Pen, name: string, v: readonly number[]): void {
  DRAW[name]!(pen, v)
  pen.last = name
}

function mirrored({ x, y, controlX, controlY, last }: Pen, kin: string): [number, number] {
  return last !== '' && kin.includes(last) ? [2 * x - controlX, 2 * y - controlY] : [x, y]
}

function move(pen: Pen, x: number, y: number): void {
  pen.steps.push({ name: 'M', at: [x, y] })
  pen.x = pen.startX = x
  pen.y = pen.startY = y
}

function lineTo(pen: Pen, x: number, y: number): void {
  reopen(pen)
  pen.steps.push({ name: 'L', at: [x, y] })
  pen.x = x
  pen.y = y
}

function close(pen: Pen): void {
  pen.steps.push({ name: 'Z', at: [] })
  pen.x = pen.startX
  pen.y = pen.startY
}

/** After Z a figure may go on from its start without saying so. */
function reopen(pen: Pen): void {
  if (pen.steps.at(-1)?.name === 'Z') pen.steps.push({ name: 'M', at: [pen.x, pen.y] })
}

function curve(pen: Pen, v: readonly number[]): void {
  reopen(pen)
  pen.steps.push({ name: 'C', at: v })
  pen.controlX = v[2]!
  pen.controlY = v[3]!
  pen.x = v[4]!
  pen.y = v[5]!
}

function quadratic(pen: Pen, control: readonly [number, number], end: readonly [number, number]): void {
  const third = (from: number, to: number) => from + ((to - from) * 2) / 3
  curve(pen, [
    third(pen.x, control[0]),
    third(pen.y, control[1]),
    third(end[0], control[0]),
    third(end[1], control[1]),
    ...end,
  ])
  pen.controlX = control[0]
  pen.controlY = control[1]
}

/** An elliptical arc as cubics of at most a quarter turn (SVG 1.1, F.6.5). */
function arc(pen: Pen, v: readonly number[]): void {
  const [rawX = 0, rawY = 0, degrees = 0, large = 0, sweep = 0, endX = 0, endY = 0] = v
  if (rawX === 0 || rawY === 0) return lineTo(pen, endX, endY)
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [dx, dy] = [(pen.x - endX) / 2, (pen.y - endY) / 2]
  const at = [cos * dx + sin * dy, cos * dy - sin * dx] as const
  const grow = Math.max(1, Math.hypot(at[0] / rawX, at[1] / rawY))
  const radii = [Math.abs(rawX) * grow, Math.abs(rawY) * grow] as const
  const { cx, cy, from, turn } = centred(at, radii, { isFar: large !== sweep, isForward: sweep === 1 })
  const centreX = cos * cx - sin * cy + (pen.x + endX) / 2
  const centreY = sin * cx + cos * cy + (pen.y + endY) / 2
  const matrix: Matrix = [cos * radii[0], sin * radii[0], -sin * radii[1], cos * radii[1], centreX, centreY]
  arcCurves(pen, { matrix, from, turn })
}

function centred(
  [x, y]: readonly [number, number],
  [rx, ry]: readonly [number, number],
  { isFar, isForward }: { isFar: boolean; isForward: boolean },
): { cx: number; cy: number; from: number; turn: number } {
  const over = (rx * y) ** 2 + (ry * x) ** 2
  const k = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - over) / (over || 1))) * (isFar ? 1 : -1)
  const cx = (k * rx * y) / ry
  const cy = (-k * ry * x) / rx
  const from = Math.atan2((y - cy) / ry, (x - cx) / rx)
  const to = Math.atan2((-y - cy) / ry, (-x - cx) / rx)
  const whole = 2 * Math.PI
  const turn = isForward ? (to - from + 2 * whole) % whole : -((from - to + 2 * whole) % whole)
  return { cx, cy, from, turn }
}

function arcCurves(pen: Pen, { matrix, from, turn }: { matrix: Matrix; from: number; turn: number }): void {
  const parts = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9))
  const step = turn / parts
  const reach = (4 / 3) * Math.tan(step / 4)
  for (let i = 0; i < parts; i++) {
    const a = from + i * step
    const b = a + step
    const unit = [
      Math.cos(a) - reach * Math.sin(a),
      Math.sin(a) + reach * Math.cos(a),
      Math.cos(b) + reach * Math.sin(b),
      Math.sin(b) - reach * Math.cos(b),
      Math.cos(b),
      Math.sin(b),
    ]
    curve(pen, transformPoints(unit, matrix))
  }
}

export function ellipseOutline(cx: number, cy: number, rx: number, ry: number): Step[] {
  return parseOutline(`M${cx - rx} ${cy}A${rx} ${ry} 0 1 1 ${cx + rx} ${cy}A${rx} ${ry} 0 1 1 ${cx - rx} ${cy}Z`)
}

function transformPoints(v: readonly number[], m: Matrix): number[] {
  const out: number[] = []
  for (let i = 0; i + 1 < v.length; i += 2) {
    const x = v[i]!
    const y = v[i + 1]!
    out.push(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])
  }
  return out
}

export function transformOutline(steps: readonly Step[], m: Matrix): Step[] {
  return steps.map(({ name, at }) => ({ name, at: transformPoints(at, m) }))
}

/** Units of the written form per unit of the drawing. */
const FINENESS = 10

/** Relative, whole numbers; each step is taken from the rounded pen, so that errors do not add up. */
export function writeOutline(steps: readonly Step[]): string {
  let text = ''
  let last = ''
  let x = 0
  let y = 0
  let startX = 0
  let startY = 0
  for (const { name, at } of steps) {
    if (name === 'Z') {
      text += 'z'
      last = 'z'
      x = startX
      y = startY
      continue
    }
    const points = at.map((v) => Math.round(v * FINENESS))
    const moves = points.map((v, i) => v - (i & 1 ? y : x))
    x = points.at(-2)!
    y = points.at(-1)!
    if (name === 'M') [startX, startY] = [x, y]
    else if (moves.every((v) => v === 0)) continue
    const letter = name.toLowerCase()
    text += letter === last && letter !== 'm' ? joined(moves, true) : letter + joined(moves, false)
    last = letter
  }
  return text
}

function joined(numbers: readonly number[], isContinued: boolean): string {
  return numbers.map((v, i) => (v >= 0 && (i > 0 || isContinued) ? ` ${v}` : `${v}`)).join('')
}
