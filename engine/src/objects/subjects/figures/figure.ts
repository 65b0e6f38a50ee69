// A person made of a drawn head and of a garment, arms and an attribute of our own, as one sprite lit together.
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import type { Random } from '../../../core/random.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import type { AskedFigure, AskedSubject, Person, Pose, SkinTone } from '../../../prompt/spec.ts'
import { SUBJECTS } from '../../../subjects/registry.ts'
import type { Stance } from '../../../subjects/subject.ts'
import { dye, skinColours } from '../colouring.ts'
import { aspectOf, laySprite, type SubjectPlacement, type Surroundings } from '../draw-subject.ts'
import { drawingOf } from '../drawing-store.ts'
import { createSprite, type Recolour } from '../rasterise.ts'
import {
  accessory,
  type Arm,
  arm,
  BOXES,
  disc,
  type Easel,
  frameOf,
  HATS,
  LOAD,
  limb,
  pieces,
  type Point,
  shape,
  shoes,
  skinOf,
  stamp,
} from './figure-easel.ts'
import { head } from './figure-head.ts'
import { bustPieces, chooseOutfit, type Outfit, standingPieces } from './garments.ts'
import { clothOf } from './sewn.ts'

export interface FigureLook {
  readonly colour: Rgb | null
  readonly tone: SkinTone
  readonly random: Random
}

export interface FigureSubject {
  readonly aspect: number
  readonly stature: number
  readonly stance: Stance
  readonly isFigure: true
  readonly draw: (around: Surroundings, place: SubjectPlacement, look: FigureLook) => void
}

const STATURES: Readonly<Partial<Record<Person, number>>> = { girl: 0.66, boy: 0.66, baby: 0.4 }

/** What the scene must know of a figure, or of a bust that is given a body; none when the subject is whole as drawn. */
export function figureSubject({ subject, figure, count }: AskedSubject, canBeBust = true): FigureSubject | null {
  if (!figure) return bodied(subject, canBeBust && count === 1)
  const pose = poseOf(figure, canBeBust && count === 1)
  const shape = pose === 'bust' || pose === 'riding' ? pose : 'standing'
  const [width, height] = BOXES[shape]
  const above = pose === 'carrying' ? LOAD : HATS
  return {
    aspect: width / (height + above),
    stature: STATURES[figure.person] ?? 1,
    stance: isAfloat(figure, pose) ? 'water' : pose === 'bust' ? 'bust' : 'ground',
    isFigure: true,
    draw: (around, place, look) => drawFigure(around, place, look, { figure, pose, above }),
  }
}

function isAfloat({ attribute }: AskedFigure, pose: Pose): boolean {
  return pose === 'riding' && attribute === 'canoe'
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

const MOUNTS: ReadonlySet<string> = new Set(['horse', 'camel', 'two-hump-camel', 'canoe'])

function poseOf({ pose, attribute }: AskedFigure, canBeBust: boolean): Pose {
  if (pose && (pose !== 'bust' || canBeBust)) return pose
  return poseWith(attribute) ?? (canBeBust ? 'bust' : 'standing')
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

function drawFigure(around: Surroundings, place: SubjectPlacement, look: FigureLook, posed: Posed): void {
  const { figure, pose, above } = posed
  const shape = pose === 'bust' || pose === 'riding' ? pose : 'standing'
  const random = look.random.fork('figure')
  const { frame, margin } = frameOf(BOXES[shape], place.height, above)
  const easel: Easel = {
    sprite: createSprite(frame.width, frame.height),
    frame,
    skin: skinColours(look.tone),
    outfit: chooseOutfit(figure.garment, figure.person, look.colour, random.fork('outfit')),
    random,
    accessoryColour: colourValue(figure.accessoryColour) ?? null,
  }
  if (isAfloat(figure, pose)) drawBoatman(easel, figure)
  else if (pose === 'bust') drawBust(easel, figure)
  else if (pose === 'riding') drawRider(easel, figure)
  else drawStanding(easel, figure, pose)
  laySprite(around, easel.sprite, { ...place, isTurned: place.isTurned && pose === 'riding', margin })
}

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
  const outfit: Outfit = { garment: 'shirt', main: plain, plain, accent: lighten(plain, -0.12) }
  const easel: Easel = {
    sprite: createSprite(frame.width, frame.height),
    frame,
    skin,
    outfit,
    random: look.random,
    accessoryColour: null,
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
    shoes(easel)
    arm(easel, {
      bones: [
        [28, 60],
        [16, 84],
        [19, 108],
      ],
      hasLongSleeve: true,
    })
    arm(easel, {
      bones: [
        [52, 60],
        [64, 84],
        [61, 108],
      ],
      hasLongSleeve: true,
    })
    pieces(easel, standingPieces(outfit))
    stamp(easel, id, { x: 40, y: 62, height: 60 }, recolour)
  }
  laySprite(around, easel.sprite, { ...place, isTurned: false, margin })
}

function drawBust(easel: Easel, figure: AskedFigure): void {
  shape(easel, 'M41 52 L59 52 L60 78 C56 86 44 86 40 78 Z', lighten(skinOf(easel), -0.05))
  pieces(easel, bustPieces(easel.outfit))
  head(easel, figure, { x: 50, chin: 63, size: 56 })
  if (figure.attribute)
    stamp(easel, figure.attribute, { x: 76, y: 117, height: 36 }, accessory(easel, figure.attribute))
}

const LONG_SLEEVES: ReadonlySet<string> = new Set(['suit', 'boubou', 'robe', 'uniform', 'armour', 'wedding-dress'])

const HANDS: Readonly<Record<'standing' | 'holding' | 'playing' | 'carrying', readonly [Point, Point, Point, Point]>> =
  {
    standing: [
      [15, 84],
      [18, 108],
      [65, 84],
      [62, 108],
    ],
    holding: [
      [15, 84],
      [18, 108],
      [66, 80],
      [58, 96],
    ],
    playing: [
      [14, 82],
      [30, 94],
      [66, 82],
      [52, 104],
    ],
    carrying: [
      [15, 84],
      [18, 108],
      [72, 40],
      [60, 10],
    ],
  }

function drawStanding(easel: Easel, figure: AskedFigure, pose: Pose): void {
  const { outfit } = easel
  const skin = skinOf(easel)
  const isChild = figure.person === 'girl' || figure.person === 'boy' || figure.person === 'baby'
  shoes(easel)
  shape(easel, 'M35 36 L45 36 L46 52 C43 57 37 57 34 52 Z', lighten(skin, -0.05))
  const [leftElbow, leftHand, rightElbow, rightHand] = HANDS[pose in HANDS ? (pose as keyof typeof HANDS) : 'standing']
  const hasLongSleeve = LONG_SLEEVES.has(outfit.garment)
  const left: Arm = { bones: [[27, 56], leftElbow, leftHand], hasLongSleeve }
  const right: Arm = { bones: [[53, 56], rightElbow, rightHand], hasLongSleeve }
  if (pose === 'standing') arm(easel, right)
  pieces(easel, standingPieces(outfit))
  const size = isChild ? 46 : 40
  head(easel, figure, { x: 40, chin: isChild ? 47 : 44, size })
  attend(easel, figure, pose, 44 - size)
  arm(easel, left)
  if (pose !== 'standing') arm(easel, right)
}

function attend(easel: Easel, { attribute }: AskedFigure, pose: Pose, crown: number): void {
  if (!attribute) return
  const colours = accessory(easel, attribute)
  if (pose === 'carrying') stamp(easel, attribute, { x: 40, y: crown + 5, height: 32 }, colours)
  else if (pose === 'playing')
    stamp(easel, attribute, { x: 42, y: 134, height: attribute === 'kora' ? 84 : 62 }, colours)
  else stamp(easel, attribute, { x: 62, y: 112, height: 36 }, colours)
}

/** Seated on two wheels or on a back, seen from its left side. */
function drawRider(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  const mount = figure.attribute ?? 'motor-scooter'
  const skin = skinOf(easel)
  const trousers = fromHex('#3a4256')
  stamp(easel, mount, { x: 52, y: 103, height: 58 }, accessory(easel, mount))
  limb(
    easel,
    [
      [62, 68],
      [46, 72],
    ],
    [13, 11],
    trousers,
  )
  limb(
    easel,
    [
      [46, 72],
      [43, 88],
    ],
    [10, 8],
    trousers,
  )
  shape(easel, 'M36 88 L48 87 L48 93 L34 93 Z', fromHex('#2a2320'))
  shape(easel, 'M48 37 C59 34 68 45 69 69 C62 73 54 73 49 70 C45 58 42 44 48 37 Z', outfit.main)
  limb(
    easel,
    [
      [53, 43],
      [42, 57],
    ],
    [10, 8],
    outfit.main,
  )
  limb(
    easel,
    [
      [42, 57],
      [32, 54],
    ],
    [7, 6],
    LONG_SLEEVES.has(outfit.garment) ? outfit.main : skin,
  )
  disc(easel, [31, 54], 4, skin)
  shape(easel, 'M48 32 L57 32 L57 42 L48 42 Z', lighten(skin, -0.05))
  head(easel, figure, { x: 52, chin: 38, size: 34 })
}

/** Seated in a boat, whose side hides the legs. */
function drawBoatman(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  shape(easel, 'M40 54 C36 62 35 76 36 92 L68 92 C69 76 68 62 64 54 C58 60 46 60 40 54 Z', outfit.main)
  limb(
    easel,
    [
      [41, 59],
      [33, 74],
    ],
    [10, 8],
    outfit.main,
  )
  limb(
    easel,
    [
      [63, 59],
      [71, 74],
    ],
    [10, 8],
    outfit.main,
  )
  shape(easel, 'M48 44 L56 44 L57 56 C54 60 50 60 47 56 Z', lighten(skinOf(easel), -0.05))
  head(easel, figure, { x: 52, chin: 51, size: 36 })
  stamp(easel, 'canoe', { x: 52, y: 103, height: 102 / aspectOf('canoe') }, accessory(easel, 'canoe'))
}
