// Sets the subjects of the prompt into a composed scene: the main one large, the others on the free thirds, groups on
// one foot line, farthest first.
import type { Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { clamp } from '../../core/scalar.ts'
import { aspectOf, drawSubject, type SubjectPlacement, type Surroundings } from '../../objects/subjects/draw-subject.ts'
import { figureSubject } from '../../objects/subjects/figures/figure.ts'
import { drawTone } from '../../objects/subjects/skin-tone.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import type { AskedSubject, Environment, Style } from '../../prompt/spec.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Stance } from '../../subjects/subject.ts'
import { reflectObject } from '../reflection.ts'
import { fogAt, type Scene } from '../scene.ts'
import { groupSpots } from './group-spots.ts'

/** One copy of a subject, ready to be drawn. */
interface Standing {
  readonly asked: AskedSubject
  readonly index: number
  readonly copy: number
  readonly x: number
  readonly foot: number
  readonly height: number
  readonly stance: Stance
  readonly isTurned: boolean
}

const MOST_COMPANIONS = 3

export function placeSubjects(scene: Scene): void {
  const { subjects } = scene.spec
  if (subjects.length === 0) return
  const around = surroundingsOf(scene)
  const groups: Standing[][] = []
  for (const [index, asked] of subjects.slice(0, MOST_COMPANIONS + 1).entries()) {
    groups.push(
      isFamily(scene) && asked.figure ? inFamily(scene, asked, index) : standings(scene, asked, { index, groups }),
    )
  }
  const all = groups.flat().toSorted((a, b) => layer(a) - layer(b))
  for (const standing of all) drawStanding(scene, around, standing)
}

/** Several kinds of people are drawn together: on one foot line, by one rule of height. */
function isFamily({ spec }: Scene): boolean {
  return spec.subjects.filter(({ figure, relation }) => figure && !relation).length > 1
}

function inFamily(scene: Scene, asked: AskedSubject, index: number): Standing[] {
  const { frame, spec } = scene
  const people = spec.subjects.slice(0, MOST_COMPANIONS + 1).filter(({ figure }) => figure)
  const total = Math.min(
    9,
    people.reduce((sum, { count }) => sum + count, 0),
  )
  const first = people.slice(0, people.indexOf(asked)).reduce((sum, { count }) => sum + count, 0)
  const { aspect, stature } = traits(asked, false)
  const slot = 0.84 / Math.max(3, total)
  const tall = Math.min(0.68 * frame.height, (slot * 1.15 * frame.width) / aspect / Math.min(1, stature)) * stature
  return Array.from({ length: Math.min(asked.count, 9 - first) }, (_, copy) => ({
    asked,
    index,
    copy,
    x: frame.width * (0.5 + slot * (first + copy - (total - 1) / 2)),
    foot: footOf(scene, 'ground', tall),
    height: tall,
    stance: 'ground' as const,
    isTurned: false,
  }))
}

/** What is farther is drawn first; what stands on another, after it. */
function layer({ asked, foot, stance }: Standing): number {
  const relation = asked.relation?.kind
  if (relation === 'on' || relation === 'before') return foot + 1e4
  if (relation === 'behind') return foot - 1e4
  return stance === 'bust' ? foot + 5e3 : foot
}

/** Styles that keep few tones, and how strongly a ring parts the subject from its ground in them. */
const HALOS: Readonly<Partial<Record<Style, number>>> = {
  poster: 0.75,
  engraving: 0.9,
  sketch: 0.9,
  mosaic: 0.7,
  woodblock: 0.55,
  pixel: 0.5,
  'stained-glass': 0.5,
  'low-poly': 0.45,
  cubism: 0.5,
  pop: 0.6,
  pointillism: 0.5,
  impressionism: 0.3,
  watercolour: 0.35,
}
const DEFAULT_HALO = 0.16

function surroundingsOf(scene: Scene): Surroundings {
  const { frame, spec, palette, isSunLow } = scene
  const isPaper = spec.styles.includes('paper') || spec.styles.includes('minimal')
  const isOpen = scene.terrain !== null || scene.hasWater
  return {
    frame,
    light: scene.light,
    isBacklit: isOpen && isSunLow && !palette.isNight,
    isFlat: isPaper,
    halo: isPaper ? 0.2 : Math.max(DEFAULT_HALO, ...spec.styles.map((style) => HALOS[style] ?? 0)),
  }
}

const SIZES = { small: 0.6, large: 1.3, giant: 1.55 } as const

function sizeOf({ size }: AskedSubject): number {
  return size ? SIZES[size] : 1
}

interface Among {
  readonly index: number
  readonly groups: readonly Standing[][]
}

function standings(scene: Scene, asked: AskedSubject, among: Among): Standing[] {
  const anchor = asked.relation ? among.groups[asked.relation.to]?.[0] : undefined
  if (anchor) return [related(scene, asked, anchor, among.index)]
  return among.index === 0 ? mainGroup(scene, asked) : companions(scene, asked, among)
}

function traits(
  asked: AskedSubject,
  canBeBust = true,
): { aspect: number; stature: number; stance: Stance; isFigure: boolean } {
  const figure = figureSubject(asked, canBeBust)
  if (figure) return figure
  const subject = SUBJECTS.get(asked.subject)!
  return { aspect: aspectOf(asked.subject), stature: subject.stature, stance: subject.stance, isFigure: false }
}

const MAIN_HEIGHTS: Readonly<Record<Stance, number>> = {
  ground: 0.58,
  table: 0.5,
  air: 0.42,
  water: 0.4,
  deep: 0.46,
  bust: 0.8,
}

function mainGroup(scene: Scene, asked: AskedSubject): Standing[] {
  const { width, height } = scene.frame
  const { aspect, stance, isFigure } = traits(asked)
  const seat = seatOf(scene, stance)
  const count = clamp(Math.round(asked.count), 1, 9)
  const closeness = scene.spec.composition.has('close') ? 1.2 : scene.spec.composition.has('wide') ? 0.75 : 1
  const wanted = (isFigure && seat === 'ground' ? 0.76 : MAIN_HEIGHTS[seat]) * height * sizeOf(asked) * closeness
  const random = scene.random.fork(`subject:0:${asked.subject}`)
  const spots = groupSpots(count, { aspect, isBust: seat === 'bust', random })
  return spots.map((spot, copy) => {
    const tall = Math.min(wanted * spot.scale, (width * spot.room) / aspect, height * 0.92)
    return {
      asked,
      index: 0,
      copy,
      x: width * (count === 1 ? acrossOf(scene, asked) : spot.x),
      foot: footOf(scene, seat, tall) - height * spot.back * (seat === 'air' || seat === 'deep' ? 1.6 : 1),
      height: tall,
      stance: seat,
      isTurned: spot.isTurned,
    }
  })
}

/** What has no table lies on the ground; what swims without water stands. */
function seatOf(scene: Scene, stance: Stance): Stance {
  const { environment } = scene.spec
  if (environment === 'underwater') return stance === 'bust' ? 'bust' : 'deep'
  if (OPEN_AIR.has(environment)) return stance === 'bust' ? 'bust' : 'air'
  if (stance === 'deep') return scene.hasWater ? 'water' : 'ground'
  if (stance === 'water') return scene.hasWater ? 'water' : 'ground'
  return stance
}

const OPEN_AIR: ReadonlySet<Environment> = new Set(['space', 'sky'])

function acrossOf({ isSunRight, spec }: Scene, { position }: AskedSubject): number {
  if (position === 'left') return 0.28
  if (position === 'right') return 0.72
  if (position === 'centre' || spec.composition.has('symmetry')) return 0.5
  const isAlone = spec.subjects.length === 1 && spec.objects.length === 0
  return isAlone ? 0.5 : isSunRight ? 0.42 : 0.58
}

const FEET: Readonly<Partial<Record<Environment, number>>> = { table: 0.86, stage: 0.93, stadium: 0.9, street: 0.93 }

function footOf(scene: Scene, seat: Stance, tall: number): number {
  const { frame, horizon, spec } = scene
  const { height } = frame
  if (seat === 'bust') return height * 1.03
  if (seat === 'air') return Math.max(tall * 1.12, height * 0.34 + tall / 2)
  if (seat === 'deep') return height * 0.5 + tall / 2
  if (seat === 'water')
    return Math.max(horizon + (height - horizon) * 0.42, Math.min(height * 0.9, horizon + tall * 0.5))
  return height * (FEET[spec.environment] ?? 0.91)
}

/** Free places beside the main subject, as shares of the width. */
const SIDES = [0.8, 0.17, 0.64] as const

function companions(scene: Scene, asked: AskedSubject, { index, groups }: Among): Standing[] {
  const { width, height } = scene.frame
  const { aspect, stature, stance, isFigure } = traits(asked, false)
  const main = groups[0]![0]!
  const seat = seatOf(scene, stance === 'bust' ? 'ground' : stance)
  const ratio = clamp(stature / traits(main.asked).stature, 0.3, 1.5)
  const share = clamp(0.5 * ratio, isFigure ? 0.38 : 0.2, seat === 'ground' ? 0.55 : 0.34)
  const tall = Math.min(share * height * sizeOf(asked), (width * 0.34) / aspect)
  const isMainRight = main.x > width / 2
  const side = SIDES[(index - 1) % SIDES.length]!
  const count = clamp(Math.round(asked.count), 1, 5)
  const random = scene.random.fork(`subject:${index}:${asked.subject}`)
  return Array.from({ length: count }, (_, copy) => {
    const own = tall * (count > 1 ? 0.8 : 1)
    const x = (isMainRight ? 1 - side : side) + (copy - (count - 1) / 2) * 0.11
    const deeper = height * (tall > main.height * 0.75 ? 0.05 : -0.02) + height * 0.02 * (copy & 1)
    return {
      asked,
      index,
      copy,
      x: width * clamp(acrossFor(asked, x), 0.08, 0.92),
      foot: Math.min(height * 0.97, footOf(scene, seat, own) - deeper),
      height: own,
      stance: seat,
      isTurned: random.chance(0.5),
    }
  })
}

function acrossFor({ position }: AskedSubject, otherwise: number): number {
  if (position === 'left') return 0.2
  if (position === 'right') return 0.8
  return position === 'centre' ? 0.5 : otherwise
}

function related(scene: Scene, asked: AskedSubject, anchor: Standing, index: number): Standing {
  const { width, height } = scene.frame
  const { aspect, stature } = traits(asked)
  const ratio = clamp((stature / traits(anchor.asked).stature) * sizeOf(asked), 0.28, 1.6)
  const usual = Math.min(anchor.height * ratio, height * 0.55, (width * 0.6) / aspect)
  const base = { asked, index, copy: 0, height: usual, stance: anchor.stance, isTurned: false }
  const reach = (anchor.height * traits(anchor.asked).aspect + usual * aspect) / 2
  const side = anchor.x > width / 2 ? -1 : 1
  const { kind } = asked.relation!
  if (kind === 'on')
    return { ...base, x: anchor.x, foot: anchor.foot - anchor.height * seatHeight(anchor.asked), stance: 'air' }
  if (kind === 'under') return { ...base, x: anchor.x + side * reach * 0.2, foot: anchor.foot + height * 0.02 }
  if (kind === 'before') return { ...base, x: anchor.x + side * reach * 0.45, foot: anchor.foot + height * 0.04 }
  if (kind === 'behind') return { ...base, x: anchor.x + side * reach * 0.5, foot: anchor.foot - height * 0.06 }
  return {
    ...base,
    x: clamp(anchor.x + side * reach * 1.02, usual * aspect * 0.5, width - usual * aspect * 0.5),
    foot: anchor.foot,
  }
}

/** Where one sits on it, as a share of its height. */
function seatHeight({ subject }: AskedSubject): number {
  const family = SUBJECTS.get(subject)?.family
  if (subject === 'chair' || subject === 'seat') return 0.45
  return family === 'furniture' ? 0.36 : 0.9
}

function drawStanding(scene: Scene, around: Surroundings, standing: Standing): void {
  const { frame } = scene
  const { asked, index, copy, x, foot, height, stance } = standing
  const random = scene.random.fork(`subject:${asked.subject}:${index}:${copy}`)
  const isGrounded = stance === 'ground' || stance === 'table'
  const depth = isGrounded ? depthAt(scene, x, foot) : 3
  const place: SubjectPlacement = {
    x,
    foot,
    height,
    isTurned: standing.isTurned,
    ground: isGrounded ? (scene.spec.environment === 'table' ? 'table' : 'floor') : 'none',
    depth,
    fog: fogAt(scene, Math.min(depth, 12)),
  }
  const tone = asked.figure?.tone ?? drawTone(scene.random.fork('skin'))
  const colour: Rgb | null = colourValue(asked.colour) ?? null
  const figure = figureSubject(asked, stance === 'bust')
  if (figure) figure.draw(around, place, { colour, tone, random })
  else drawSubject(around, asked.subject, place, { colour, tone })
  if (stance === 'water') reflectObject(frame, { x, y: foot - height * 0.02, height }, random.fork('reflection'))
}

function depthAt({ frame, terrain }: Scene, x: number, foot: number): number {
  if (!terrain) return 3
  const column = clamp(x, 0, frame.width - 1) | 0
  const row = clamp(foot, 0, frame.height - 1) | 0
  const i = row * frame.width + column
  return frame.label[i] === Label.sky ? 3 : clamp(frame.depth[i]!, 1.5, 30)
}
