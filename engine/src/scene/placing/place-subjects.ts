// Draws the subjects of the prompt into a composed scene, farthest first, each where it was set.
import type { Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import type { Random } from '../../core/random.ts'
import { fill } from '../../core/raster.ts'
import { clamp } from '../../core/scalar.ts'
import { line } from '../../core/shapes.ts'
import { drawSubject, type SubjectPlacement, type Surroundings } from '../../objects/subjects/draw-subject.ts'
import { figureSubject } from '../../objects/subjects/figures/figure.ts'
import { drawDarkTone, drawTone } from '../../objects/subjects/skin/skin-tone.ts'
import type { AskedFigure, AskedSubject, ColourName, SkinTone } from '../../prompt/asked.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import type { Environment, Style } from '../../prompt/spec.ts'
import { SUBJECTS } from '../../subjects/registry.ts'
import { reflectObject } from '../reflection.ts'
import { fogAt, type Scene } from '../scene.ts'
import { setForeground } from './foreground.ts'
import { playLight } from './light-play.ts'
import type { Standing } from './related.ts'
import { isEmblem } from './seats.ts'
import { closeOver, recede, soilUnder } from './settle.ts'
import { drawChair } from './under/chair.ts'
import { drawCounter } from './under/counter.ts'
import { drawDish } from './under/dish.ts'
import { drawRope, isHauling, LEAN } from './under/hauling.ts'
import { sunkInHeap } from './under/heap.ts'
import { drawPerch } from './under/perch.ts'
import { drawSmoke } from './under/smoke.ts'
import { drawLowTable, layBoard } from './under/support.ts'

/** `standings` come from `arrangeSubjects`, farthest first. */
export function drawSubjects(scene: Scene, standings: readonly Standing[]): void {
  if (standings.length === 0) return
  const around = surroundingsOf(scene)
  if (!around.isFlat) layBoard(scene, standings)
  if (!around.isFlat) recede(scene, standings)
  const tabled = new Set<number>()
  for (const standing of standings) {
    const soil = around.isFlat ? null : soilUnder(scene, standing)
    setUnder(scene, standing, { standings, tabled, isFlat: around.isFlat })
    const rest = isEmblem(scene) ? outsideSheet(scene) : null
    drawStanding(scene, around, standing)
    if (!around.isFlat) drawSmoke(scene, standing, scene.random.fork('smoke'))
    rest?.()
    if (soil) closeOver(scene, soil, standing, scene.random.fork(`soil:${standing.index}:${standing.copy}`))
  }
  if (around.isFlat) return
  drawRope(scene, standings)
  playLight(scene)
  setForeground(scene, standings)
}

interface Under {
  readonly standings: readonly Standing[]
  /** Of whom all that is under the group is drawn. */
  readonly tabled: Set<number>
  readonly isFlat: boolean
}

/** What it sits, lies or stands on, or is tied to. */
function setUnder(scene: Scene, standing: Standing, { standings, tabled, isFlat }: Under): void {
  drawPerch(scene, standing)
  if (standing.isSeated) drawChair(scene, standing)
  tieDown(scene, standing, standings)
  if (standing.support === 'counter' && standing === standings.find(({ support }) => support === 'counter'))
    drawCounter(scene)
  if (tabled.has(standing.index)) return
  tabled.add(standing.index)
  const group = standings.filter(({ index }) => index === standing.index)
  const laid = onOneTable(standing, standings)
  for (const { index } of laid) tabled.add(index)
  drawLowTable(scene, laid.length > 0 ? laid : group)
  if (!isFlat) drawDish(scene, group)
}

/** Small things that stand next to each other have one table. */
function onOneTable({ support }: Standing, standings: readonly Standing[]): readonly Standing[] {
  if (typeof support !== 'object') return []
  const people = standings.filter(({ asked }) => asked.figure)
  const sideOf = ({ x }: Standing) => people.filter((person) => person.x < x).length
  const laid = standings.filter((other) => typeof other.support === 'object')
  const first = laid.find((other) => other.support === support)!
  return laid.filter((other) => sideOf(other) === sideOf(first))
}

/** What stands in the disc of a logo ends at its lower edge, and on a poster within its frame; answers what gives the rest back. */
function outsideSheet({ frame, spec }: Scene): () => void {
  const { width, height, shortSide } = frame
  const planes = [frame.r, frame.g, frame.b] as const
  const before = planes.map((plane) => plane.slice())
  const reach = (shortSide * 0.4 * 0.86) ** 2
  const edge = shortSide * 0.03
  // Where words are written, below them nothing is seen of who stands behind.
  const lowest = spec.lettering.length > 0 ? height * 0.82 : height - edge
  const isWithin = spec.hints.has('poster')
    ? (x: number, y: number) => x >= edge && x < width - edge && y >= edge && y < lowest
    : (x: number, y: number) => y < height / 2 || (x - width / 2) ** 2 + (y - height / 2) ** 2 <= reach
  return () => {
    for (let i = 0; i < frame.size; i++) {
      if (isWithin(i % width, Math.floor(i / width))) continue
      for (const [k, plane] of planes.entries()) plane[i] = before[k]![i]!
    }
  }
}

/** The string of a balloon, down to what it is tied to. */
function tieDown({ frame }: Scene, { asked, x, foot, height }: Standing, standings: readonly Standing[]): void {
  if (asked.subject !== 'balloon' || asked.relation?.kind !== 'over') return
  const anchor = standings.find(({ index }) => index === asked.relation!.to)
  if (!anchor) return
  const end = [anchor.x + anchor.breadth * 0.2, anchor.foot - anchor.height * 0.62] as const
  const from = [x, foot - height * 0.2] as const
  const bend = [(from[0] + end[0] * 2) / 3, (from[1] + end[1]) / 2] as const
  for (const piece of [
    [...from, ...bend],
    [...bend, ...end],
  ] as const)
    fill(frame, [line(piece, 1.5 * frame.unit)], [0.93, 0.9, 0.84], { alpha: 0.85 })
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

/** A sheet of paper is seen by day, whatever hour is said. */
const OF_A_SHEET = { isNight: false, direct: [0.7, 0.68, 0.64] as Rgb, ambient: [0.5, 0.5, 0.54] as Rgb } as const

function surroundingsOf(scene: Scene): Surroundings {
  const { frame, spec, palette, isSunLow } = scene
  const isPaper = spec.styles.includes('paper') || spec.styles.includes('minimal') || isEmblem(scene)
  const isOpen = scene.terrain !== null || scene.hasWater
  return {
    frame,
    light: isEmblem(scene) ? { ...scene.light, ...OF_A_SHEET } : scene.light,
    isBacklit: isOpen && isSunLow && !palette.isNight,
    isFlat: isPaper,
    halo: isPaper ? 0.2 : Math.max(DEFAULT_HALO, ...spec.styles.map((style) => HALOS[style] ?? 0)),
  }
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
    ground: groundUnder(standing),
    depth,
    // Through haze a colour that was asked for would be another one.
    fog: fogAt(scene, Math.min(depth, 12)) * (asked.colour ? HAZE_OF_COLOURED : 1),
    ...postureOf(standing),
    ...(isHauling(standing) && { sway: LEAN }),
    ...(asked.count > 1 && !asked.figure && { tint: tintOf(random.fork('tint')) }),
  }
  const tone = toneOf(scene, asked, scene.random.fork(asked.count > 2 ? `skin:${copy}` : 'skin'))
  const colour = colourOf(asked, copy) ?? jerseyOf(scene, asked)
  const figure = figureSubject(handed(asked, copy), stance === 'bust')
  if (figure)
    figure.draw(around, place, {
      colour,
      tone,
      random,
      isFirst: copy === 0,
      turn: copy + index + turnOf(scene),
      reach: standing.reach,
    })
  else drawSubject(around, asked.subject, place, { colour, tone, vessel: vesselColour(scene, asked) })
  if (stance === 'water')
    reflectObject(frame, { x, y: place.foot - height * ((place.sunk ?? 0) + 0.02), height }, random.fork('reflection'))
}

const VESSELS = ['assiette', 'plate', 'bol', 'bowl', 'plat', 'saladier'] as const

/** « du garba dans une assiette bleue » */
function vesselColour({ spec }: Scene, { said }: AskedSubject): Rgb | null {
  const named = VESSELS.find((word) => said.includes(word))
  return named ? colourValue(spec.colourOf.get(named)) : null
}

/** Of who runs, as a share of the height. */
const OFF_THE_GROUND = 0.07

const HAZE_OF_COLOURED = 0.35

function turnOf({ random }: Scene): number {
  return random.fork('turn').integer(0, 11)
}

/** Of those who share one thing, one holds it; of those who have one each, every other one shows it. */
function handed(asked: AskedSubject, copy: number): AskedSubject {
  const { figure, count } = asked
  if (!figure?.attribute || count < 3) return asked
  if (isBand(asked, figure)) return { ...asked, figure: { ...figure, attribute: BAND[copy % BAND.length]! } }
  if (figure.doing === 'lifting' && ONE_FOR_ALL.has(figure.attribute) && copy > 0)
    return { ...asked, figure: { ...figure, attribute: null } }
  if (figure.pose !== null && figure.pose !== 'holding') return asked
  return isHolding(figure.attribute, copy)
    ? asked
    : { ...asked, figure: { ...figure, attribute: null, pose: 'standing' } }
}

function isBand({ said }: AskedSubject, { attribute }: AskedFigure): boolean {
  return attribute === 'saxophone' && !said.some((word) => word.startsWith('sax'))
}

function isHolding(held: string, copy: number): boolean {
  if (ONE_FOR_ALL.has(held)) return copy === 0
  return !BY_TURNS.has(held) || copy % 2 === 0
}

/** Musicians play together, and not one thing. */
const BAND = ['saxophone', 'guitar', 'talking-drum', 'violin', 'trumpet'] as const

const ONE_FOR_ALL: ReadonlySet<string> = new Set([
  'trophy',
  'soccer-ball',
  'birthday-cake',
  'crown',
  'sports-medal',
  'microphone',
])
const BY_TURNS: ReadonlySet<string> = new Set([
  'net-with-handle',
  'books',
  'open-book',
  'mobile-phone',
  'laptop',
  'bouquet',
  'briefcase',
])

function groundUnder({ asked, stance }: Standing): SubjectPlacement['ground'] {
  if (stance === 'table') return 'table'
  if (stance === 'ground') return 'floor'
  if (asked.perch) return 'seat'
  return asked.relation?.kind === 'on' ? 'seat' : 'none'
}

/** Of several of a kind, each is a little lighter or darker, warmer or colder than the next. */
function tintOf(random: Random): Rgb {
  const value = random.range(0.84, 1.08)
  const warmth = random.range(-0.07, 0.07)
  return [value * (1 + warmth), value, value * (1 - warmth)]
}

/** « des ballons de toutes les couleurs » */
function colourOf({ colour }: AskedSubject, copy: number): Rgb | null {
  return colourValue(colour === 'multicolour' ? COLOURS[copy % COLOURS.length] : colour)
}

/** A team, a choir: all in one colour. */
function jerseyOf({ random }: Scene, { said, count }: AskedSubject): Rgb | null {
  const isTeam = count > 1 && said.some((word) => TEAMS.test(word) || word === 'foot')
  return isTeam ? colourValue(random.fork('jersey').pick(COLOURS)) : null
}

const TEAMS = /^(?:equipe|team|football|chorale|choir|fanfare)/

const COLOURS: readonly ColourName[] = ['red', 'blue', 'yellow', 'green', 'orange', 'violet', 'pink', 'turquoise']

/** Places that are painted as those of Africa are. */
const AFRICAN: ReadonlySet<Environment> = new Set(['market', 'village', 'courtyard', 'savanna', 'lagoon'])

function toneOf({ spec }: Scene, { figure }: AskedSubject, random: Random): SkinTone {
  const isAfrican = figure?.tone === 'african' || (figure?.tone === null && AFRICAN.has(spec.environment))
  if (isAfrican) return drawDarkTone(random)
  return figure?.tone ?? drawTone(random)
}

const SWIMMERS: ReadonlySet<string | undefined> = new Set(['bird', 'animal'])
/** Under who lies, as a share of the height. */
const LEGS = 0.27
const DRAUGHT = 0.24
/** The end of its paddle is under water, and the keel. */
const HULL = 0.22

function postureOf(standing: Standing): Partial<SubjectPlacement> {
  return gaitOf(standing) ?? sunkOf(standing)
}

/** An animal that runs or lies. */
function gaitOf({ asked: { gait }, stance, foot, height }: Standing): Partial<SubjectPlacement> | null {
  if (gait === 'running') return { isLeaping: true, foot: foot - height * OFF_THE_GROUND }
  if (gait === 'lying' && stance === 'ground') return { sunk: LEGS, foot: foot + height * (LEGS - 0.02) }
  return null
}

/** A bird on the water shows no feet. */
function sunkOf({ asked, stance, foot, height, isHeaped }: Standing): Partial<SubjectPlacement> {
  const { subject, figure } = asked
  if (isHeaped) return { sunk: sunkInHeap(asked) }
  if (stance === 'water' && figure?.pose === 'swimming') return { sunk: 0.1, foot: foot + height * 0.1 }
  if (stance === 'water' && (subject === 'canoe' || figure?.attribute === 'canoe'))
    return { sunk: HULL, foot: foot + height * HULL }
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
