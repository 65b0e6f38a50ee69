// What small things lie on where the scene has no table: a board before the place, seen close, or a low table beside somebody.
import { blendRgb, fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import { Label } from '../../../core/frame.ts'
import { lit } from '../../../core/light.ts'
import { fill } from '../../../core/raster.ts'
import { clamp } from '../../../core/scalar.ts'
import { ellipse, rectangle } from '../../../core/shapes.ts'
import type { AskedSubject } from '../../../prompt/asked.ts'
import type { Environment } from '../../../prompt/spec.ts'
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { Scene } from '../../scene.ts'
import { type Material, material } from '../../scenes/rooms/floors.ts'
import { paintFloor, times } from '../../scenes/rooms/surface.ts'
import { type Standing, traits } from '../related.ts'
import { isEmblem } from '../seats.ts'

/** Places that have a table, or no ground. */
const LAID: ReadonlySet<Environment> = new Set([
  'table',
  'subject',
  'wax',
  'sky',
  'space',
  'underwater',
  'moon',
  'mars',
])

/** Share of the picture's height at which the board begins, and on which things stand. */
const BOARD_TOP = 0.74
const BOARD_FOOT = 0.9

/** Of a grown person. */
const TABLE_HEIGHT = 0.34

function hasTable({ spec, isFlat }: Scene): boolean {
  return LAID.has(spec.environment) || isFlat
}

/** A group of small things, set as high as what they lie on. */
export function lifted(scene: Scene, group: readonly Standing[], main: Standing): readonly Standing[] {
  const [first] = group
  if (!first || hasTable(scene) || isEmblem(scene) || !isSmall(first, main)) return group
  if (first.index === main.index || main.stance === 'table') {
    const down = scene.frame.height * BOARD_FOOT - Math.max(...group.map(({ foot }) => foot))
    return group.map((standing) => ({
      ...standing,
      foot: standing.foot + down,
      stance: 'table' as const,
      support: 'board' as const,
    }))
  }
  if (isOnTheGround(scene, first)) return group.map((standing) => ({ ...standing, stance: 'ground' as const }))
  const person = main.height / traits(main.asked, false).stature
  const rise = clamp(person * TABLE_HEIGHT, scene.frame.height * 0.09, scene.frame.height * 0.24)
  const ground = Math.max(...group.map(({ foot }) => foot))
  return group.map((standing) => ({ ...standing, foot: standing.foot - rise, support: { ground } }))
}

/** A table outdoors is for what is eaten and sold; what grows in a garden is not on it either. */
function isOnTheGround({ spec }: Scene, { asked, support }: Standing): boolean {
  const family = SUBJECTS.get(asked.subject)?.family ?? ''
  if (support !== undefined || INDOORS.has(spec.environment)) return false
  const isGrown = PLANTED.has(spec.environment) && asked.said.length > 0 && family === 'food'
  return isGrown || !ON_TABLES.has(family)
}

const INDOORS: ReadonlySet<Environment> = new Set(['interior', 'stage', 'market'])
const PLANTED: ReadonlySet<Environment> = new Set(['garden', 'field'])
const ON_TABLES: ReadonlySet<string> = new Set(['food', 'drink', 'festive', 'sea'])

/** Goods: what is eaten, and what is caught. */
export function isLaid({ subject }: AskedSubject): boolean {
  const drawing = SUBJECTS.get(subject)
  return drawing !== undefined && (drawing.stance === 'table' || (drawing.family === 'sea' && drawing.stature <= CATCH))
}

const CATCH = 0.5

/** It is kept on a table, or is as small as what is, and nothing but the place is behind it. */
function isSmall({ asked, stance, index }: Standing, main: Standing): boolean {
  if (stance === 'table' || (index !== main.index && isLaid(asked))) return true
  const subject = SUBJECTS.get(asked.subject)
  if (index !== main.index || stance !== 'ground' || asked.figure || !subject) return false
  return (subject.family === 'thing' || subject.family === 'food') && subject.stature <= 0.3
}

const BOARDS: Readonly<Partial<Record<Environment, readonly [Material, string]>>> = {
  beach: ['planks', '#c9a878'],
  sea: ['planks', '#b08a5c'],
  garden: ['stone', '#b5a58c'],
  city: ['stone', '#a89c8c'],
  street: ['stone', '#b8a488'],
  paris: ['stone', '#b5aa9c'],
  desert: ['mat', '#c98f4a'],
  stage: ['planks', '#6a4430'],
}
const USUAL: readonly [Material, string] = ['planks', '#9a6a3c']

/** The board across the picture, before anything stands on it. */
export function layBoard(scene: Scene, standings: readonly Standing[]): void {
  if (!standings.some(({ support }) => support === 'board')) return
  const { frame, light, spec } = scene
  const [kind, tone] = BOARDS[spec.environment] ?? USUAL
  const top = frame.height * BOARD_TOP
  const colour = lit(fromHex(tone), light, 0.42)
  const paint = material(kind, [colour, lighten(colour, -0.08)], scene.random.fork('board'))
  paintFloor(frame, top, (x, z, _u, t) => times(paint(x, z), 0.82 + 0.2 * t))
  fill(frame, [rectangle(0, top - 2 * frame.unit, frame.width, 5 * frame.unit)], lighten(colour, 0.09), {
    label: Label.ground,
    depth: 4,
  })
}

/** The low table under a group of small things, once. */
export function drawLowTable(scene: Scene, group: readonly Standing[]): void {
  const [first] = group
  if (typeof first?.support !== 'object') return
  const { frame, light } = scene
  const { ground } = first.support
  const left = Math.min(...group.map(({ x, breadth }) => x - breadth * 0.5))
  const right = Math.max(...group.map(({ x, breadth }) => x + breadth * 0.5))
  const foot = Math.max(...group.map((standing) => standing.foot))
  const wide = Math.max(right - left, (ground - foot) * 1.1) * 1.12
  const middle = (left + right) / 2
  const tall = ground - foot
  const thick = Math.max(3 * frame.unit, tall * 0.1)
  const deep = Math.max(thick, tall * 0.16)
  const wood = lit(fromHex('#8f5f36'), light, 0.42)
  const dark: Rgb = blendRgb(wood, [0.1, 0.07, 0.09], 0.5)
  const piece = { label: Label.building, depth: 3 }
  // Soft towards its edge, and close under the table.
  for (const share of [0.56, 0.49, 0.42])
    fill(frame, [ellipse([middle, ground], [wide * share, deep * share * 1.1], 0, 30)], [0.08, 0.06, 0.09], {
      alpha: 0.16,
    })
  const leg = Math.max(3 * frame.unit, wide * 0.05)
  for (const [x, y, tone] of [
    [-0.36, ground - deep * 0.5, dark],
    [0.36, ground - deep * 0.5, dark],
    [-0.44, ground + deep * 0.4, wood],
    [0.44, ground + deep * 0.4, wood],
  ] as const)
    fill(frame, [rectangle(middle + wide * x - leg / 2, foot, leg, y - foot)], tone, piece)
  const near = foot + deep * 0.5
  const far = foot - deep * 0.7
  const top = [
    middle - wide * 0.46,
    far,
    middle + wide * 0.46,
    far,
    middle + wide * 0.52,
    near,
    middle - wide * 0.52,
    near,
  ]
  fill(frame, [top], (px) => times(wood, 1.12 + 0.1 * Math.sin(px * 0.9) * Math.sin(px * 0.23)), piece)
  fill(frame, [rectangle(middle - wide * 0.52, near, wide * 1.04, thick)], times(wood, 0.72), piece)
}
