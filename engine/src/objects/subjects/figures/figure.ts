// A person made of a drawn head and of a garment, arms and an attribute of our own, as one sprite lit together.
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import type { Random } from '../../../core/random.ts'
import type { AskedFigure, AskedSubject, Doing, Person, Pose, SkinTone } from '../../../prompt/asked.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { Stance } from '../../../subjects/subject.ts'
import { dye, skinColours } from '../colouring.ts'
import { laySprite, type SubjectPlacement, type Surroundings } from '../draw-subject.ts'
import { drawingOf } from '../drawing-store.ts'
import { createSprite, type Recolour } from '../rasterise.ts'
import { chooseOutfit, type Outfit } from './cloth.ts'
import { drawAtTable } from './doings/at-table.ts'
import { CHILD_ABOVE } from './doings/on-shoulders.ts'
import { drawWorking } from './doings/working.ts'
import { drawDancer, drawPlayer, drawRunner, drawSeated } from './figure-action.ts'
import {
  arm,
  AT_ARMS_LENGTH,
  BOXES,
  CLEAR,
  type Easel,
  feet,
  frameOf,
  HATS,
  LOAD,
  pieces,
  type Reach,
  type Shape,
  shape,
  stamp,
} from './figure-easel.ts'
import { drawBust, drawStanding } from './figure-poses.ts'
import { drawBoatman, drawRider } from './figure-riding.ts'
import { drawOnChair } from './figure-seat.ts'
import { drawBaby, drawSwimmer } from './figure-small.ts'
import { drawDiving, drawLying } from './figure-turned.ts'
import { standingPieces } from './garments.ts'
import { ARMS } from './gestures.ts'
import { clothOf } from './sewn.ts'

export interface FigureLook {
  readonly colour: Rgb | null
  readonly tone: SkinTone
  readonly random: Random
  /** Of several alike, the one that has the ball. */
  readonly isFirst: boolean
  /** Which of those who stand together, from 0. */
  readonly turn: number
  /** In pixels, where the hands are. */
  readonly reach?: Reach | undefined
}

export interface FigureSubject {
  readonly aspect: number
  readonly stature: number
  readonly stance: Stance
  readonly isFigure: true
  readonly draw: (around: Surroundings, place: SubjectPlacement, look: FigureLook) => void
}

/** Of a standing body, what is seen. */
const LOW: Readonly<Partial<Record<Pose, number>>> = {
  sitting: 0.66,
  seated: 0.82,
  swimming: 0.36,
  diving: 0.68,
  lying: 0.31,
  tabled: 0.82,
}
const STATURES: Readonly<Partial<Record<Person, number>>> = { girl: 0.74, boy: 0.74, baby: 0.4 }

/** What the scene must know of a figure, or of a bust that is given a body; none when the subject is whole as drawn. */
export function figureSubject({ subject, figure, count }: AskedSubject, canBeBust = true): FigureSubject | null {
  if (!figure) return bodied(subject, canBeBust && count === 1)
  const pose = poseOf(figure, canBeBust && count === 1)
  const shape = shapeOf(pose)
  const [width, height] = BOXES[shape]
  const above = figure.onShoulders ? CHILD_ABOVE : isLaden(figure, pose) ? LOAD : HATS
  return {
    aspect: width / (height + above),
    stature: (STATURES[figure.person] ?? 1) * (LOW[pose] ?? 1),
    stance: isAfloat(figure, pose) ? 'water' : isAloft(figure, pose) ? 'air' : pose === 'bust' ? 'bust' : 'ground',
    isFigure: true,
    draw: (around, place, look) => drawFigure(around, place, look, { figure, pose, above }),
  }
}

/** Something is above the head. */
function isLaden({ attribute, passenger, doing }: AskedFigure, pose: Pose | null): boolean {
  return (
    isOffGround(doing) ||
    (doing !== undefined && UP_HIGH.has(doing)) ||
    pose === 'carrying' ||
    attribute === 'umbrella' ||
    passenger?.figure.pose === 'carrying'
  )
}

/** What is done with something that reaches over the head. */
const UP_HIGH = new Set<Doing>(['lifting', 'boxing', 'chopping'])

/** By how much of a figure's own units. */
const JUMP = 24

function isOffGround(doing: AskedFigure['doing']): boolean {
  return doing === 'jumping' || doing === 'skipping' || doing === 'climbing'
}

function shapeOf(pose: Pose): Shape {
  return pose in BOXES ? (pose as Shape) : 'standing'
}

function isAfloat({ attribute }: AskedFigure, pose: Pose): boolean {
  return pose === 'swimming' || (pose === 'riding' && attribute === 'canoe')
}

/** On a broom. */
function isAloft({ attribute }: AskedFigure, pose: Pose): boolean {
  return pose === 'riding' && attribute === 'broom'
}

/** Drawn as a head on shoulders: it goes on as a bust in half, or stands. */
function bodied(id: string, isBust: boolean): FigureSubject | null {
  const subject = SUBJECTS.get(id)
  if (subject?.stance !== 'bust') return null
  const pose = isBust ? 'bust' : 'standing'
  const [width, height] = BOXES[pose]
  return {
    aspect: width / (height + HATS),
    stature: 1,
    stance: isBust ? 'bust' : 'ground',
    isFigure: true,
    draw: (around, place, look) => drawBodied(around, place, look, { id, isBust }),
  }
}

const MOUNTS: ReadonlySet<string> = new Set(['broom', 'horse', 'camel', 'two-hump-camel', 'canoe'])

function poseOf({ pose, attribute, person }: AskedFigure, canBeBust: boolean): Pose {
  if (person === 'baby') return 'sitting'
  if (pose && (pose !== 'bust' || canBeBust)) return pose
  return poseWith(attribute) ?? 'standing'
}

/** What is done with a thing when the words do not say. */
function poseWith(attribute: string | null): Pose | null {
  if (attribute === null) return null
  const family = SUBJECTS.get(attribute)?.family
  if (family === 'vehicle' || MOUNTS.has(attribute)) return 'riding'
  return family === 'instrument' ? 'playing' : 'holding'
}

interface Posed {
  readonly figure: AskedFigure
  readonly pose: Pose
  readonly above: number
}

function hasBeardOf({ person }: AskedFigure, random: Random): boolean {
  return person === 'man' && random.fork('beard').chance(0.4)
}

const PAINTERS: Readonly<Partial<Record<Pose, (easel: Easel, figure: AskedFigure, isFirst: boolean) => void>>> = {
  bust: drawBust,
  riding: (easel, figure) => (isAfloat(figure, 'riding') ? drawBoatman : drawRider)(easel, figure),
  dancing: drawDancer,
  kicking: (easel, figure, hasBall) =>
    figure.doing === 'running' ? drawRunner(easel, figure) : drawPlayer(easel, figure, hasBall),
  swimming: drawSwimmer,
  sitting: (easel, figure) => (figure.person === 'baby' ? drawBaby : drawSeated)(easel, figure),
  seated: drawOnChair,
  diving: drawDiving,
  lying: drawLying,
  working: drawWorking,
  tabled: drawAtTable,
}

function drawFigure(around: Surroundings, place: SubjectPlacement, look: FigureLook, posed: Posed): void {
  const { pose, above } = posed
  const figure = somebody(posed.figure, look)
  const shape = shapeOf(pose)
  const random = look.random.fork('figure')
  const clear = look.reach ? AT_ARMS_LENGTH : CLEAR
  const { frame, margin } = frameOf(BOXES[shape], place.height, above, clear)
  const easel: Easel = {
    sprite: createSprite(frame.width, frame.height),
    frame: isOffGround(figure.doing) ? { ...frame, top: frame.top + JUMP } : frame,
    skin: skinColours(look.tone),
    tone: look.tone,
    hasBeard: hasBeardOf(figure, random),
    isOnIce: figure.attribute === 'ice-hockey',
    outfit: inTrousers(
      chooseOutfit(garmentOf(figure, look.tone), figure.person, look.colour, random.fork('outfit')),
      colourValue(figure.legColour),
    ),
    random,
    accessoryColour: colourValue(figure.accessoryColour) ?? null,
    headColour: colourValue(figure.headColour) ?? null,
    shoeColour: colourValue(figure.shoeColour) ?? null,
    isBarefoot: figure.isBarefoot ?? false,
    jewelColour: colourValue(figure.jewelColour) ?? null,
    turn: look.turn,
    reach: look.reach ? inUnits(look.reach, place, { shape, above }) : null,
    isAsleep: false,
  }
  const draw = PAINTERS[pose]
  if (draw) draw(easel, figure, look.isFirst)
  else drawStanding(easel, figure, pose)
  laySprite(around, easel.sprite, { ...place, ...(!look.reach && leaning(pose, random)), margin })
}

type Place = Pick<SubjectPlacement, 'x' | 'foot' | 'height' | 'isTurned'>

function inUnits({ far, near }: Reach, place: Place, { shape, above }: { shape: Shape; above: number }): Reach {
  const [width, height] = BOXES[shape]
  const scale = place.height / (height + above)
  const at = ([x, y]: readonly [number, number]) =>
    [((x - place.x) / scale) * (place.isTurned ? -1 : 1) + width / 2, (y - place.foot) / scale + height] as const
  return { far: at(far), near: near && at(near) }
}

/** Where a place of a figure, in its own units, is in the picture. */
export function pointOf(
  figure: AskedFigure,
  place: Place,
  [x, y]: readonly [number, number],
): readonly [number, number] {
  const [width, height] = BOXES[shapeOf(poseOf(figure, false))]
  const above = figure.onShoulders ? CHILD_ABOVE : isLaden(figure, figure.pose) ? LOAD : HATS
  const scale = place.height / (height + above)
  return [place.x + (x - width / 2) * scale * (place.isTurned ? -1 : 1), place.foot + (y - height) * scale]
}

/** « en pantalon blanc » */
function inTrousers(outfit: Outfit, colour: Rgb | null): Outfit {
  return colour ? { ...outfit, legs: colour, isSkirted: false } : outfit
}

/** A cloth of Africa is for its people, unless the words give it to somebody. */
function garmentOf({ garment }: AskedFigure, tone: SkinTone): AskedFigure['garment'] {
  return garment ?? (PALE.has(tone) ? 'shirt' : null)
}

const PALE: ReadonlySet<SkinTone> = new Set(['light', 'medium-light'])

/** Of those whom no word calls men or women, every other one is a woman. */
function somebody(figure: AskedFigure, { turn }: FigureLook): AskedFigure {
  return figure.person === 'person' ? { ...figure, person: turn % 2 === 0 ? 'woman' : 'man' } : figure
}

/** Who does nothing with both hands puts the weight on one foot. */
function leaning(pose: Pose, random: Random): Pick<SubjectPlacement, 'sway'> {
  if (!LEANING.has(pose)) return {}
  const lean = random.fork('sway')
  return { sway: lean.range(0.012, 0.024) * (lean.chance(0.5) ? 1 : -1) }
}

const LEANING: ReadonlySet<Pose> = new Set(['standing', 'holding', 'playing', 'dancing', 'carrying', 'walking'])

const TROUSERS = fromHex('#3a4256')

function drawBodied(
  around: Surroundings,
  place: SubjectPlacement,
  look: FigureLook,
  { id, isBust }: { id: string; isBust: boolean },
): void {
  const { frame, margin } = frameOf(BOXES[isBust ? 'bust' : 'standing'], place.height, HATS)
  const skin = skinColours(look.tone)
  const dyed = look.colour ? dye(drawingOf(id), look.colour, true) : null
  const recolour: Recolour = (colour) => skin(dyed ? dyed(colour) : colour)
  const plain = clothOf(id, recolour)
  const outfit: Outfit = {
    garment: 'shirt',
    main: plain,
    plain,
    accent: lighten(plain, -0.12),
    legs: TROUSERS,
    isSkirted: false,
  }
  const easel: Easel = {
    sprite: createSprite(frame.width, frame.height),
    frame,
    skin,
    tone: look.tone,
    hasBeard: false,
    isOnIce: false,
    outfit,
    random: look.random,
    accessoryColour: null,
    headColour: null,
    shoeColour: null,
    isBarefoot: false,
    jewelColour: null,
    turn: look.turn,
    reach: null,
    isAsleep: false,
  }
  if (isBust) {
    shape(easel, 'M0 119 C1 101 8 92 24 86 C40 80 60 80 76 86 C92 92 99 101 100 119 Z', plain)
    shape(
      easel,
      'M18 119 C19 110 20 104 22 99 L24 99 C22 105 21 111 21 119 Z M82 119 C81 110 80 104 78 99 L76 99 C78 105 79 111 79 119 Z',
      outfit.accent,
    )
    stamp(easel, id, { x: 50, y: 96, height: 88 }, recolour)
  } else {
    feet(easel, true)
    arm(easel, { bones: ARMS.standing[0], sleeve: 'long' })
    pieces(easel, standingPieces(outfit, false))
    arm(easel, { bones: ARMS.standing[1], sleeve: 'long' })
    stamp(easel, id, { x: 42, y: 60, height: 54 }, recolour)
  }
  laySprite(around, easel.sprite, { ...place, isTurned: false, margin })
}
