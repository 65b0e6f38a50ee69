// An SVG drawing to the pieces the engine draws: fills and strokes in drawing order, with their gradients and clips.
import { type Box, boxOf, grown, intersection, NOWHERE, union } from './boxes.ts'
import {
  ellipseOutline,
  IDENTITY,
  invert,
  type Matrix,
  multiply,
  parseOutline,
  parseTransform,
  type Step,
  transformOutline,
  writeOutline,
} from './outline.ts'

/** What is written of a drawing; the engine reads the same (engine/src/objects/subjects/decode.ts). */
export interface Drawing {
  /** Left, top, right, bottom of what is painted. */
  readonly box: readonly number[]
  readonly gradients: readonly string[]
  readonly clips: readonly string[]
  readonly pieces: readonly string[]
}

interface Style {
  readonly matrix: Matrix
  readonly fill: string
  readonly stroke: string
  readonly strokeWidth: number
  readonly cap: string
  readonly opacity: number
  readonly clips: readonly number[]
}

interface Reading {
  readonly ids: ReadonlyMap<string, Element>
  readonly gradients: string[]
  readonly clips: string[]
  readonly pieces: string[]
  readonly clipBoxes: Box[]
  box: Box
}

const START: Style = {
  matrix: IDENTITY,
  fill: '#000',
  stroke: 'none',
  strokeWidth: 1,
  cap: 'butt',
  opacity: 1,
  clips: [],
}

export function readDrawing(body: string): Drawing {
  const root = parseMarkup(body)
  const ids = new Map<string, Element>()
  collectIds(root, ids)
  const reading: Reading = { ids, gradients: [], clips: [], pieces: [], clipBoxes: [], box: NOWHERE }
  for (const child of root.children) visit(reading, child, START)
  const { gradients, clips, pieces } = reading
  return { box: reading.box.map((v) => Math.round(v * 10) / 10), gradients, clips, pieces }
}

function collectIds(element: Element, ids: Map<string, Element>): void {
  const { id } = element.attributes
  if (id !== undefined) ids.set(id, element)
  for (const child of element.children) collectIds(child, ids)
}

const UNPAINTED = new Set(['defs', 'clipPath', 'linearGradient', 'radialGradient', 'symbol'])

function visit(reading: Reading, element: Element, inherited: Style): void {
  const { tag, children } = element
  if (UNPAINTED.has(tag)) return
  const style = inherit(reading, element, inherited)
  if (tag === 'g') for (const child of children) visit(reading, child, style)
  else if (tag === 'use') visitUse(reading, element, style)
  else paintShape(reading, element, style)
}

function visitUse(reading: Reading, { attributes }: Element, style: Style): void {
  const target = reading.ids.get(hrefOf(attributes))
  if (!target) return
  const move: Matrix = [1, 0, 0, 1, Number(attributes['x'] ?? 0), Number(attributes['y'] ?? 0)]
  visit(reading, target, { ...style, matrix: multiply(style.matrix, move) })
}

function hrefOf(attributes: Readonly<Record<string, string>>): string {
  return (attributes['href'] ?? attributes['xlink:href'] ?? '').replace('#', '')
}

function inherit(reading: Reading, { attributes: a }: Element, style: Style): Style {
  const matrix = a['transform'] ? multiply(style.matrix, parseTransform(a['transform'])) : style.matrix
  const clip = a['clip-path'] ? clipOf(reading, a['clip-path'], matrix) : null
  return {
    matrix,
    fill: a['fill'] ?? style.fill,
    stroke: a['stroke'] ?? style.stroke,
    strokeWidth: Number(a['stroke-width'] ?? style.strokeWidth),
    cap: a['stroke-linecap'] ?? style.cap,
    opacity: style.opacity * Number(a['opacity'] ?? 1),
    clips: clip === null ? style.clips : [...style.clips, clip],
  }
}

function clipOf(reading: Reading, reference: string, matrix: Matrix): number | null {
  const element = reading.ids.get(idIn(reference))
  if (!element) return null
  const outline = element.children.flatMap((child) => clipOutline(reading, child, matrix))
  const written = writeOutline(outline)
  const known = reading.clips.indexOf(written)
  if (known >= 0) return known
  reading.clipBoxes.push(boxOf(outline))
  return reading.clips.push(written) - 1
}

function clipOutline(reading: Reading, element: Element, matrix: Matrix): Step[] {
  const own = multiply(matrix, parseTransform(element.attributes['transform']))
  if (element.tag !== 'use') return transformOutline(outlineOf(element), own)
  const target = reading.ids.get(hrefOf(element.attributes))
  // A clip may name a shape only: what names another name clips everything away.
  return target && target.tag !== 'use' ? clipOutline(reading, target, own) : []
}

function idIn(reference: string): string {
  return /#([^)]+)\)/.exec(reference)?.[1] ?? ''
}

function outlineOf({ tag, attributes: a }: Element): Step[] {
  const n = (name: string) => Number(a[name] ?? 0)
  if (tag === 'path') return parseOutline(a['d'] ?? '')
  if (tag === 'circle') return ellipseOutline(n('cx'), n('cy'), n('r'), n('r'))
  if (tag === 'ellipse') return ellipseOutline(n('cx'), n('cy'), n('rx'), n('ry'))
  if (tag !== 'rect') throw new Error(`Element ${tag} is not read`)
  return parseOutline(`M${n('x')} ${n('y')}h${n('width')}v${n('height')}h${-n('width')}Z`)
}

function paintShape(reading: Reading, element: Element, style: Style): void {
  const outline = transformOutline(outlineOf(element), style.matrix)
  const { attributes: a } = element
  if (style.fill !== 'none') {
    const opacity = style.opacity * Number(a['fill-opacity'] ?? 1)
    emit(reading, { paint: style.fill, opacity, style, stroke: '', outline })
  }
  if (style.stroke === 'none' || style.strokeWidth === 0) return
  const { matrix } = style
  const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
  const width = Math.round(style.strokeWidth * scale * 10)
  emit(reading, {
    paint: style.stroke,
    opacity: style.opacity,
    style,
    stroke: `${style.cap[0]}${width}`,
    outline: closed(outline),
  })
}

/** A stroke goes back to its start by a line of its own. */
function closed(outline: readonly Step[]): Step[] {
  let start: readonly number[] = []
  return outline.map((step) => {
    if (step.name === 'M') start = step.at
    return step.name === 'Z' ? { name: 'L', at: start } : step
  })
}

interface Stamp {
  readonly paint: string
  readonly opacity: number
  readonly style: Style
  readonly stroke: string
  readonly outline: readonly Step[]
}

/** The paper of a drawing and a little more: some drawings have copies of themselves beside it, which nobody sees. */
const PAPER: Box = [-12, -12, 140, 140]

function isOff([left, top, right, bottom]: Box): boolean {
  return right <= PAPER[0] || bottom <= PAPER[1] || left >= PAPER[2] || top >= PAPER[3]
}

/** paint, opacity in thousandths, cap and width of a stroke, clips; then the outline. */
function emit(reading: Reading, { paint, opacity, style, stroke, outline }: Stamp): void {
  const written = writeOutline(outline)
  const own = grown(boxOf(outline), Number(stroke.slice(1)) / 20)
  if (opacity === 0 || written === '' || isOff(own)) return
  const ink = paint.startsWith('url') ? gradientOf(reading, idIn(paint), style.matrix) : hexOf(paint)
  if (ink === null) return
  const share = opacity === 1 ? '' : String(Math.round(opacity * 1000))
  const head = [ink, share, stroke, style.clips.join(',')].join(';').replace(/;+$/, '')
  reading.pieces.push(`${head}:${written}`)
  const clipped = style.clips.map((index) => reading.clipBoxes[index]!)
  reading.box = union(reading.box, clipped.reduce(intersection, intersection(own, PAPER)))
}

const NAMED: Readonly<Record<string, string>> = {
  white: 'ffffff',
  black: '000000',
  silver: 'c0c0c0',
  gray: '808080',
  red: 'ff0000',
  orange: 'ffa500',
}

function hexOf(colour: string): string {
  const code = NAMED[colour] ?? colour.replace('#', '')
  if (!/^([\da-f]{3}|[\da-f]{6})$/i.test(code)) throw new Error(`Colour ${colour} is not read`)
  return (code.length === 3 ? code.replace(/./g, '$&$&') : code).toLowerCase()
}

function gradientOf(reading: Reading, id: string, matrix: Matrix): string | null {
  const element = reading.ids.get(id)
  if (!element) return null
  const source = element.children.length > 0 ? element : (reading.ids.get(hrefOf(element.attributes)) ?? element)
  const stops = source.children.filter(({ tag }) => tag === 'stop').map(writeStop)
  if (stops.length === 0) return null
  const written = `${writeGeometry(element, multiply(matrix, parseTransform(element.attributes['gradientTransform'])))};${stops.join(',')}`
  const known = reading.gradients.indexOf(written)
  return `g${known >= 0 ? known : reading.gradients.push(written) - 1}`
}

function writeStop({ attributes: a }: Element): string {
  const raw = a['offset'] ?? '0'
  const offset = raw.endsWith('%') ? Number.parseFloat(raw) / 100 : Number(raw)
  const opacity = Number(a['stop-opacity'] ?? 1)
  return `${short(offset)} ${hexOf(a['stop-color'] ?? '#000')}${opacity === 1 ? '' : ` ${short(opacity)}`}`
}

function short(value: number): string {
  return String(Number(value.toPrecision(5)))
}

/** From drawing units to the gradient's own: linear along x from 0 to 1, radial the unit circle, its focus last. */
function writeGeometry({ tag, attributes: a }: Element, matrix: Matrix): string {
  const n = (name: string, fallback: number) => Number(a[name] ?? fallback)
  if (tag === 'linearGradient') {
    const x = n('x1', 0)
    const y = n('y1', 0)
    const dx = n('x2', 1) - x
    const dy = n('y2', 0) - y
    const back = multiply(invert([dx, dy, -dy, dx, x, y]), invert(matrix))
    return `l ${[back[0], back[2], back[4]].map(short).join(' ')}`
  }
  const [cx, cy, r] = [n('cx', 64), n('cy', 64), n('r', 64)]
  const back = multiply(invert([r, 0, 0, r, cx, cy]), invert(matrix))
  const focus = [(n('fx', cx) - cx) / r, (n('fy', cy) - cy) / r]
  return `r ${[...back, ...(focus[0] === 0 && focus[1] === 0 ? [] : focus)].map(short).join(' ')}`
}

/** One element of an SVG drawing. */
interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
}

/** Reads the plain markup of the icon package: elements and attributes, no text, no entities. */
function parseMarkup(body: string): Element {
  const root: Element = { tag: 'svg', attributes: {}, children: [] }
  const open: Element[] = [root]
  for (const [, closing, tag, rest, own] of body.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (closing) {
      open.pop()
      continue
    }
    const pairs = [...rest!.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!] as const)
    const element: Element = { tag: tag!, attributes: Object.fromEntries(pairs), children: [] }
    open.at(-1)!.children.push(element)
    if (!own) open.push(element)
  }
  return root
}
