// A person made of a drawn head and of a garment, arms and an attribute of our own, as one sprite lit together.
import { fromHex, lighten, type Rgb } from '../../core/colour.ts'
import { parsePath } from '../../core/path.ts'
import type { Random } from '../../core/random.ts'
import { ellipse, line } from '../../core/shapes.ts'
import type { AskedFigure, AskedSubject, Person, Pose, SkinTone } from '../../prompt/spec.ts'
import { skinColours } from './colouring.ts'
import { laySprite, type SubjectPlacement, type Surroundings } from './draw-subject.ts'
import { drawingOf } from './drawings.ts'
import { bustPieces, chooseOutfit, type Cloth, type Outfit, type Piece, standingPieces, wax } from './garments.ts'
import { createSprite, paintDrawing, paintShape, type Recolour, type Sprite, type SpriteFrame } from './rasterise.ts'
import { SUBJECTS } from './registry.ts'
import type { Stance } from './subject.ts'

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

/** Boxes of the poses, in figure units: width, height, and how far above zero they begin. */
const BOXES: Readonly<Record<'bust' | 'standing' | 'riding', readonly [number, number, number]>> = {
  bust: [100, 118, 0],
  standing: [84, 200, 0],
  riding: [104, 104, 0],
}
/** Room for what is carried on the head. */
const LOAD = 34
const HATS = 8

const STATURES: Readonly<Partial<Record<Person, number>>> = { girl: 0.66, boy: 0.66, baby: 0.4 }

/** What the scene must know of a figure; none when the subject is a drawing. */
export function figureSubject({ figure, count }: AskedSubject, canBeBust = true): FigureSubject | null {
  if (!figure) return null
  const pose = poseOf(figure, canBeBust && count === 1)
  const shape = pose === 'bust' || pose === 'riding' ? pose : 'standing'
  const [width, height] = BOXES[shape]
  const above = pose === 'carrying' ? LOAD : HATS
  return {
    aspect: width / (height + above),
    stature: STATURES[figure.person] ?? 1,
    stance: pose === 'bust' ? 'bust' : 'ground',
    isFigure: true,
    draw: (around, place, look) => drawFigure(around, place, look, { figure, pose, above }),
  }
}

function poseOf({ pose, attribute }: AskedFigure, canBeBust: boolean): Pose {
  if (pose && (pose !== 'bust' || canBeBust)) return pose
  const family = attribute ? SUBJECTS.get(attribute)?.family : undefined
  if (family === 'vehicle' || attribute === 'horse' || attribute === 'camel') return 'riding'
  if (family === 'instrument') return 'playing'
  if (attribute) return 'holding'
  return canBeBust ? 'bust' : 'standing'
}

interface Posed {
  readonly figure: AskedFigure
  readonly pose: Pose
  readonly above: number
}

/** A sprite being dressed. */
interface Easel {
  readonly sprite: Sprite
  readonly frame: SpriteFrame
  readonly skin: Recolour
  readonly outfit: Outfit
  readonly random: Random
}

function drawFigure(around: Surroundings, place: SubjectPlacement, look: FigureLook, posed: Posed): void {
  const { figure, pose, above } = posed
  const shape = pose === 'bust' || pose === 'riding' ? pose : 'standing'
  const [width, height] = BOXES[shape]
  const scale = place.height / (height + above)
  const margin = Math.ceil(place.height * 0.05) + 2
  const frame: SpriteFrame = {
    scale,
    left: -margin / scale,
    top: -above - margin / scale,
    width: Math.ceil(width * scale) + 2 * margin,
    height: Math.ceil((height + above) * scale) + 2 * margin,
  }
  const random = look.random.fork('figure')
  const easel: Easel = {
    sprite: createSprite(frame.width, frame.height),
    frame,
    skin: skinColours(look.tone),
    outfit: chooseOutfit(figure.garment, figure.person, look.colour, random.fork('outfit')),
    random,
  }
  if (pose === 'bust') drawBust(easel, figure)
  else if (pose === 'riding') drawRider(easel, figure)
  else drawStanding(easel, figure, pose)
  laySprite(around, easel.sprite, { ...place, isTurned: place.isTurned && pose === 'riding', margin })
}

const SKIN = fromHex('#70534a')

function skinOf({ skin }: Easel): Rgb {
  return skin(SKIN)
}

function shape({ sprite, frame }: Easel, path: string, cloth: Cloth): void {
  paintShape(sprite, parsePath(path), frame, cloth)
}

function pieces(easel: Easel, list: readonly Piece[]): void {
  for (const { path, cloth } of list) shape(easel, path, cloth)
}

interface Box {
  readonly x: number
  /** Lower edge of what is painted. */
  readonly y: number
  readonly height: number
}

/** A drawing standing at x on y, in figure units. */
function stamp(easel: Easel, id: string, { x, y, height }: Box, recolour: Recolour = easel.skin): void {
  const drawing = drawingOf(id)
  const [left = 0, top = 0, right = 1, bottom = 1] = drawing.box
  const k = height / (bottom - top)
  const { frame } = easel
  const own: SpriteFrame = {
    ...frame,
    scale: frame.scale * k,
    left: (frame.left - x) / k + (left + right) / 2,
    top: (frame.top - y) / k + bottom,
  }
  paintDrawing(easel.sprite, drawing, own, recolour)
}

const HEADS: Readonly<Record<Person, readonly string[]>> = {
  woman: ['woman', 'woman-curly-hair', 'woman'],
  man: ['man', 'man-beard', 'man-curly-hair', 'man'],
  girl: ['girl'],
  boy: ['boy'],
  'old-woman': ['old-woman'],
  'old-man': ['old-man'],
  person: ['person', 'man', 'woman'],
  baby: ['baby'],
}
/** Drawn with shoulders: the face is the upper part. */
const WITH_SHOULDERS = /-(curly-hair|beard|bald|white-hair)$/

interface HeadBox {
  readonly x: number
  readonly chin: number
  readonly size: number
}

function head(easel: Easel, { person, headwear }: AskedFigure, { x, chin, size }: HeadBox): void {
  const plain = HEADS[person].filter((id) => !WITH_SHOULDERS.test(id))
  stamp(easel, easel.random.pick(plain), { x, y: chin, height: size })
  if (headwear) dressHead(easel, headwear, { x, chin, size })
}

const DRAWN_HATS: Readonly<Record<string, readonly [id: string, width: number, rise: number]>> = {
  helmet: ['rescue-workers-helmet', 0.62, 0.6],
  crown: ['crown', 0.42, 0.78],
  cap: ['billed-cap', 0.5, 0.62],
  'straw-hat': ['womans-hat', 0.52, 0.62],
}

function dressHead(easel: Easel, headwear: NonNullable<AskedFigure['headwear']>, { x, chin, size }: HeadBox): void {
  const hat = DRAWN_HATS[headwear]
  if (hat) return stamp(easel, hat[0], { x, y: chin - size * hat[2], height: size * hat[1] })
  const top = chin - size
  const at = (u: number, v: number) => `${(x + u * size).toFixed(2)} ${(top + v * size).toFixed(2)}`
  const isTurban = headwear === 'turban'
  const cloth = isTurban ? ([0.95, 0.92, 0.86] as Rgb) : headwrapCloth(easel)
  const wrap = `M${at(-0.42, 0.36)} C${at(-0.5, 0.02)} ${at(-0.2, -0.14)} ${at(0.04, -0.1)} C${at(0.3, -0.14)} ${at(0.5, 0.04)} ${at(0.42, 0.36)} C${at(0.2, 0.2)} ${at(-0.2, 0.2)} ${at(-0.42, 0.36)} Z`
  shape(easel, wrap, cloth)
  const fold = `M${at(-0.4, 0.3)} C${at(-0.1, 0.1)} ${at(0.1, 0.02)} ${at(0.36, 0.02)} C${at(0.1, 0.08)} ${at(-0.1, 0.18)} ${at(-0.38, 0.34)} Z`
  shape(easel, fold, lighten(easel.outfit.plain, isTurban ? 0.3 : -0.14))
  if (isTurban) return
  const knot = `M${at(0.18, -0.04)} C${at(0.24, -0.24)} ${at(0.48, -0.2)} ${at(0.44, -0.02)} C${at(0.4, 0.08)} ${at(0.26, 0.08)} ${at(0.18, -0.04)} Z`
  shape(easel, knot, cloth)
}

function headwrapCloth({ outfit }: Easel): Cloth {
  return typeof outfit.main === 'function' ? outfit.main : wax(outfit.plain, lighten(outfit.plain, 0.24), outfit.accent)
}

function drawBust(easel: Easel, figure: AskedFigure): void {
  shape(easel, 'M41 52 L59 52 L60 78 C56 86 44 86 40 78 Z', lighten(skinOf(easel), -0.05))
  pieces(easel, bustPieces(easel.outfit))
  head(easel, figure, { x: 50, chin: 64, size: 60 })
  if (figure.attribute) stamp(easel, figure.attribute, { x: 76, y: 117, height: 36 })
}

type Point = readonly [number, number]

/** Shoulder, elbow, hand. */
interface Arm {
  readonly bones: readonly [Point, Point, Point]
  readonly hasLongSleeve: boolean
}

function arm(easel: Easel, { bones, hasLongSleeve }: Arm): void {
  const [shoulder, elbow, hand] = bones
  const skin = lighten(skinOf(easel), -0.02)
  const sleeve = easel.outfit.main
  limb(easel, [elbow, hand], [7.5, 6], hasLongSleeve ? sleeve : skin)
  disc(easel, hand, 4.4, skin)
  limb(easel, [shoulder, elbow], [11, 9], sleeve)
}

function limb({ sprite, frame }: Easel, [a, b]: readonly [Point, Point], [from, to]: Point, cloth: Cloth): void {
  const joint = (at: Point, r: number) => ellipse([at[0], at[1]], [r, -r], 0, 20)
  const outlines = [line([...a, ...b], from, to), joint(a, from / 2), joint(b, to / 2)]
  paintShape(sprite, outlines, frame, cloth)
}

function disc({ sprite, frame }: Easel, at: Point, radius: number, cloth: Cloth): void {
  paintShape(sprite, [ellipse([at[0], at[1]], [radius, radius], 0, 24)], frame, cloth)
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
  for (const x of [31, 49]) {
    shape(easel, `M${x - 5} 176 L${x + 5} 176 L${x + 5} 192 L${x - 5} 192 Z`, lighten(skin, -0.04))
    paintShape(easel.sprite, [ellipse([x + (x < 40 ? -2 : 2), 195], [9, 4.6], 0, 24)], easel.frame, fromHex('#4a3628'))
  }
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
  if (pose === 'carrying') stamp(easel, attribute, { x: 40, y: crown + 5, height: 32 })
  else if (pose === 'playing') stamp(easel, attribute, { x: 42, y: 128, height: 58 })
  else stamp(easel, attribute, { x: 62, y: 112, height: 36 })
}

/** Seated on two wheels or on a back, seen from its left side. */
function drawRider(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  const mount = figure.attribute ?? 'motor-scooter'
  const skin = skinOf(easel)
  const trousers = fromHex('#3a4256')
  stamp(easel, mount, { x: 52, y: 103, height: 58 }, (colour) => colour)
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
