// Sets the subjects of the prompt into a composed scene: the main one large, the others on the free thirds, groups on
// one foot line, farthest first.
import type { Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { clamp } from '../../core/scalar.ts'
import { drawSubject, type SubjectPlacement, type Surroundings } from '../../objects/subjects/draw-subject.ts'
import { figureSubject } from '../../objects/subjects/figures/figure.ts'
import { drawDarkTone, drawTone } from '../../objects/subjects/skin-tone.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import type { AskedSubject, Environment, SkinTone, Style } from '../../prompt/spec.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import type { Stance } from '../../subjects/subject.ts'
import { reflectObject } from '../reflection.ts'
import { fogAt, type Scene } from '../scene.ts'
import { groupSpots } from './group-spots.ts'
import { related, sizeOf, type Standing, traits } from './related.ts'

const MOST_COMPANIONS = 3

export function placeSubjects(scene: Scene): void {
  const subjects = scene.spec.subjects.slice(0, MOST_COMPANIONS + 1).filter(({ isBackdrop }) => !isBackdrop)
  if (subjects.length === 0) return
  const around = surroundingsOf(scene)
  const groups = new Map<AskedSubject, Standing[]>()
  for (const asked of inOrder(subjects, scene.spec.subjects)) {
    const index = scene.spec.subjects.indexOf(asked)
    const isOfFamily = isFamily(scene) && asked.figure !== null && asked.relation === null
    groups.set(asked, isOfFamily ? inFamily(scene, asked, index) : standings(scene, asked, { index, groups }))
  }
  const all = [...groups.values()].flat().toSorted((a, b) => layer(a) - layer(b))
  for (const standing of all) drawStanding(scene, around, standing)
}

/** What stands by another one comes after it. */
function inOrder(subjects: readonly AskedSubject[], all: readonly AskedSubject[]): readonly AskedSubject[] {
  const rank = ({ relation }: AskedSubject, depth = 0): number => {
    const anchor = relation ? all[relation.to] : undefined
    return anchor && depth < all.length ? 1 + rank(anchor, depth + 1) : 0
  }
  return subjects.toSorted((a, b) => rank(a) - rank(b))
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
  const isPaper = spec.styles.includes('paper') || spec.styles.includes('minimal') || isEmblem(scene)
  const isOpen = scene.terrain !== null || scene.hasWater
  return {
    frame,
    light: scene.light,
    isBacklit: isOpen && isSunLow && !palette.isNight,
    isFlat: isPaper,
    halo: isPaper ? 0.2 : Math.max(DEFAULT_HALO, ...spec.styles.map((style) => HALOS[style] ?? 0)),
  }
}

interface Among {
  readonly index: number
  readonly groups: ReadonlyMap<AskedSubject, readonly Standing[]>
}

function standings(scene: Scene, asked: AskedSubject, among: Among): Standing[] {
  const { subjects } = scene.spec
  const anchor = asked.relation ? among.groups.get(subjects[asked.relation.to]!)?.[0] : undefined
  if (anchor) return related(scene, asked, anchor, among.index)
  return among.groups.size === 0 ? mainGroup(scene, asked, among.index) : companions(scene, asked, among)
}

const MAIN_HEIGHTS: Readonly<Record<Stance, number>> = {
  ground: 0.58,
  table: 0.5,
  air: 0.42,
  water: 0.4,
  deep: 0.46,
  bust: 0.8,
}

/** How much farther up a back row stands: seen from above on a table, hardly on water. */
const ROOM_BEHIND: Readonly<Record<Stance, number>> = { ground: 1, table: 1, air: 1.6, deep: 1.6, water: 0.62, bust: 1 }

function mainGroup(scene: Scene, asked: AskedSubject, index: number): Standing[] {
  const { width, height } = scene.frame
  const { aspect, stance, isFigure } = traits(asked)
  const seat = seatOf(scene, stance)
  const count = clamp(Math.round(asked.count), 1, 9)
  const closeness = scene.spec.composition.has('close') ? 1.2 : scene.spec.composition.has('wide') ? 0.75 : 1
  const wanted =
    (isFigure && seat === 'ground' ? 0.76 : MAIN_HEIGHTS[seat]) *
    height *
    sizeOf(asked) *
    closeness *
    (isSeat(scene, index) ? 0.72 : 1)
  const random = scene.random.fork(`subject:0:${asked.subject}`)
  const spots = groupSpots(count, { aspect, isBust: seat === 'bust', random })
  return spots.map((spot, copy) => {
    const tall = Math.min(wanted * spot.scale, (width * spot.room) / aspect, height * 0.92)
    return {
      asked,
      index,
      copy,
      x: width * (count === 1 ? acrossOf(scene, asked) : spot.x),
      foot: footOf(scene, seat, tall) - height * spot.back * ROOM_BEHIND[seat],
      height: tall,
      stance: seat,
      isTurned: spot.isTurned,
    }
  })
}

/** The main subject is on it, and needs the room above. */
function isSeat({ spec }: Scene, index: number): boolean {
  const relation = spec.subjects[0]?.relation
  return relation?.kind === 'on' && relation.to === index
}

/** What has no table lies on the ground; what swims without water stands. */
function seatOf(scene: Scene, stance: Stance): Stance {
  const { environment } = scene.spec
  if (isEmblem(scene)) return 'deep'
  if (environment === 'underwater') return stance === 'bust' ? 'bust' : 'deep'
  if (OPEN_AIR.has(environment)) return stance === 'bust' ? 'bust' : 'air'
  if (stance === 'deep') return scene.hasWater ? 'water' : 'ground'
  if (stance === 'water') return scene.hasWater ? 'water' : 'ground'
  return stance
}

function isEmblem({ spec }: Scene): boolean {
  return spec.environment === 'subject' && spec.hints.has('emblem')
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
  const main = [...groups.values()][0]![0]!
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
    ...sunkOf(asked, stance, foot, height),
  }
  const tone = toneOf(asked, scene.random.fork(asked.count > 2 ? `skin:${copy}` : 'skin'))
  const colour: Rgb | null = colourValue(asked.colour) ?? null
  const figure = figureSubject(asked, stance === 'bust')
  if (figure) figure.draw(around, place, { colour, tone, random })
  else drawSubject(around, asked.subject, place, { colour, tone })
  if (stance === 'water')
    reflectObject(frame, { x, y: place.foot - height * ((place.sunk ?? 0) + 0.02), height }, random.fork('reflection'))
}

function toneOf({ figure }: AskedSubject, random: Random): SkinTone {
  if (figure?.tone === 'african') return drawDarkTone(random)
  return figure?.tone ?? drawTone(random)
}

const SWIMMERS: ReadonlySet<string | undefined> = new Set(['bird', 'animal'])
const DRAUGHT = 0.24

/** A bird on the water shows no feet. */
function sunkOf({ subject }: AskedSubject, stance: Stance, foot: number, height: number): Partial<SubjectPlacement> {
  if (stance !== 'water' || !SWIMMERS.has(SUBJECTS.get(subject)?.family)) return {}
  return { sunk: DRAUGHT, foot: foot + height * DRAUGHT }
}

function depthAt({ frame, terrain }: Scene, x: number, foot: number): number {
  if (!terrain) return 3
  const column = clamp(x, 0, frame.width - 1) | 0
  const row = clamp(foot, 0, frame.height - 1) | 0
  const i = row * frame.width + column
  return frame.label[i] === Label.sky ? 3 : clamp(frame.depth[i]!, 1.5, 30)
}
