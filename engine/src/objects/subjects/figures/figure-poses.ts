// Figures on their feet or seen down to the chest: arms by the pose, what is in the hands or on the head.
import { fromHex, lighten, type Rgb } from '../../../core/colour.ts'
import type { Random } from '../../../core/random.ts'
import { clamp } from '../../../core/scalar.ts'
import type { AskedFigure, Pose } from '../../../prompt/asked.ts'
import { aspectOf } from '../draw-subject.ts'
import { bustPieces } from './bust-garments.ts'
import type { Outfit } from './cloth.ts'
import { climbed } from './doings/climbed.ts'
import { AT_THE_MOUTH, atMouth } from './doings/in-hand.ts'
import { isHeaped, onTheHead } from './doings/on-head.ts'
import { childBefore, childBehind, shouldered } from './doings/on-shoulders.ts'
import {
  accessory,
  type Arm,
  arm,
  bar,
  type Easel,
  feet,
  limb,
  pieces,
  type Point,
  type Reach,
  shape,
  skinOf,
  stamp,
  warped,
} from './figure-easel.ts'
import { cradle, knotCloth, tieBaby } from './figure-small.ts'
import { standingPieces } from './garments.ts'
import {
  cane,
  clasp,
  cloak,
  glove,
  inBothHands,
  onTheEars,
  packBehind,
  rod,
  rope,
  roundTheNeck,
  staff,
  stick,
  straps,
} from './gear.ts'
import { GLOVES, gestureOf, HEADPHONES, LONG_ROBES, UMBRELLA, WIDE_SLEEVES } from './gesture-of.ts'
import { ARMS, type Bones, type Gesture, WOMEN } from './gestures.ts'
import { crossArms, fist, heldHeight, pocket, show } from './hands.ts'
import { headBox } from './head/bust.ts'
import { head } from './head/head.ts'
import { hung, physiqueOf, shapedBy, type Warp } from './physique.ts'

export function drawBust(easel: Easel, figure: AskedFigure): void {
  pieces(easel, bustPieces(easel.outfit))
  head(easel, figure, { x: 50, chin: 70, size: 54 })
  if (figure.attribute)
    stamp(easel, figure.attribute, { x: 76, y: 117, height: 36 }, accessory(easel, figure.attribute))
}

export const LONG_SLEEVES: ReadonlySet<string> = new Set([
  'suit',
  'uniform',
  'armour',
  'wedding-dress',
  'coat',
  'police',
])

export function sleeveOf({ garment }: Outfit): Arm['sleeve'] {
  return WIDE_SLEEVES.has(garment) ? 'wide' : LONG_SLEEVES.has(garment) ? 'long' : 'short'
}

export function drawStanding(easel: Easel, figure: AskedFigure, pose: Pose): void {
  const { outfit, random } = easel
  const gesture = gestureOf(pose, figure, easel)
  const warp = shapedBy(physiqueOf(figure.person, random))
  const hanging = ARMS[gesture].map((bones) => hung(bones, warp)) as [Bones, Bones]
  const [far, near] = easel.reach ? stretched(hanging, easel.reach) : reaching(hanging, gesture, figure)
  const arms: Arms = { gesture, far, near, sleeve: sleeveOf(outfit), isHandHidden: HIDDEN.has(gesture) }
  const isRobe = LONG_ROBES.has(outfit.garment)
  const stride = strideOf(gesture, random) * (isRobe ? 0.5 : 1)
  feet(easel, !isRobe, stride * 8)
  setBehind(easel, figure.attribute)
  if (gesture === 'climbing') climbed(easel, figure)
  if (figure.cape) cloak(easel, figure.cape)
  armsBehind(easel, arms)
  drawBody(easel, figure, striding(stride, warp))
  const box = headBox(figure, { x: 42.5, chin: 43, size: 35 })
  if (gesture === 'laden') inBothHands(easel, figure.attribute!, [far[2], near[2]])
  if (gesture === 'skipping') rope(easel, [far[2], near[2]])
  armsBeside(easel, arms)
  if (figure.cape) clasp(easel, figure.cape)
  if (figure.onShoulders) childBehind(easel, figure.onShoulders, [box.x, box.chin - box.size])
  head(easel, figure, box)
  if (figure.onShoulders) childBefore(easel, figure.onShoulders, [box.x, box.chin - box.size])
  setInHand(easel, figure, { pose, gesture, hand: far[2], crown: box.chin - box.size })
  armsBefore(easel, arms)
  if (gesture === 'phoning') phoneAt(easel, near[2])
  if (easel.reach) tend(easel, figure, far[2])
}

interface InHand extends Attended {
  readonly gesture: Gesture
  readonly hand: Point
}

function setInHand(easel: Easel, figure: AskedFigure, { gesture, hand, ...attended }: InHand): void {
  if (BUSY.has(gesture)) return
  if (gesture === 'pounding') pound(easel)
  else if (gesture === 'showing') show(easel, figure.attribute!, hand)
  else if (figure.doing === 'shouldering') shouldered(easel, figure)
  else if (isOverhead(figure)) overhead(easel, figure.attribute!)
  else if (AT_THE_MOUTH.has(figure.doing!)) atMouth(easel, figure, hand)
  else if (!easel.reach && gesture !== 'phoning') attend(easel, figure, attended)
}

/** What they hold on to is drawn with it. */
const BUSY: ReadonlySet<Gesture> = new Set<Gesture>(['laden', 'skipping', 'climbing', 'steadying'])

function isOverhead({ doing, attribute }: AskedFigure): boolean {
  return attribute !== null && (doing === 'jumping' || doing === 'lifting')
}

const BALLS: ReadonlySet<string> = new Set(['basketball', 'volleyball'])

/** In both hands above the head. */
function overhead(easel: Easel, ball: string): void {
  const height = Math.min(38, 96 / aspectOf(ball), BALLS.has(ball) ? 26 : 38)
  stamp(easel, ball, { x: 43, y: 6, height }, accessory(easel, ball))
}

function phoneAt(easel: Easel, [x, y]: Point): void {
  const ends: readonly [Point, Point] = [
    [x + 3, y - 2],
    [x + 7, y - 18],
  ]
  limb(easel, ends, [6.4, 6], PHONE)
}

/** The hands are where they were asked to be; the elbows follow, and hang. */
function stretched([far, near]: readonly [Bones, Bones], reach: Reach): readonly [Bones, Bones] {
  return [bent(far, reach.far), reach.near ? bent(near, reach.near) : near]
}

/** Of an arm, in figure units, and its most. */
const UPPER = 33
const FORE = 31

export function bent([shoulder]: Bones, hand: Point): Bones {
  const [dx, dy] = [hand[0] - shoulder[0], hand[1] - shoulder[1]]
  const far = Math.hypot(dx, dy) || 1
  const k = Math.min(1, ((UPPER + FORE) * MOST_STRETCHED) / far)
  const wrist: Point = [shoulder[0] + dx * k, shoulder[1] + dy * k]
  const long = far * k
  const along = Math.min(long, (long * long + UPPER * UPPER - FORE * FORE) / (2 * long))
  const aside = Math.sqrt(Math.max(0, UPPER * UPPER - along * along)) * (dx > 0 ? 1 : -1)
  const elbow: Point = [
    shoulder[0] + (dx / far) * along - (dy / far) * aside,
    shoulder[1] + (dy / far) * along + (dx / far) * aside,
  ]
  return [shoulder, elbow, wrist]
}

const MOST_STRETCHED = 1.18

/** Both hands are at the sides of what they hold. */
function reaching(
  [far, near]: readonly [Bones, Bones],
  gesture: Gesture,
  { attribute }: AskedFigure,
): readonly [Bones, Bones] {
  if (gesture !== 'holding' || attribute === null || IN_ITS_OWN_WAY.has(attribute)) return [far, near]
  const half = clamp((heldHeight(attribute) * aspectOf(attribute)) / 2, 5, 22)
  return [
    [far[0], far[1], [HELD_AT + half * 0.86, 95]],
    [near[0], near[1], [HELD_AT - half * 0.8, 99]],
  ]
}

/** Where the middle of what is held is. */
const HELD_AT = 46
/** Not before the belly. */
const IN_ITS_OWN_WAY: ReadonlySet<string> = new Set([
  'baby',
  'backpack',
  'white-cane',
  'cane',
  'stethoscope',
  'fishing-pole',
  'ice-hockey',
  'umbrella',
])

interface Arms extends Pick<Arm, 'sleeve' | 'isHandHidden'> {
  readonly gesture: Gesture
  readonly far: Bones
  readonly near: Bones
}

function armsBehind(easel: Easel, { gesture, far, near, sleeve, isHandHidden = false }: Arms): void {
  if (gesture !== 'carrying' && gesture !== 'crossed') arm(easel, { bones: far, sleeve, isHandHidden })
  if (gesture === 'behind') arm(easel, { bones: near, sleeve, isHandHidden })
}

function armsBeside(easel: Easel, { gesture, far, near, sleeve, isHandHidden = false }: Arms): void {
  if (gesture === 'crossed') return crossArms(easel, [far, near], sleeve)
  if (HOLDING.has(gesture)) arm(easel, { bones: far, sleeve })
  if (gesture !== 'behind' && !BEFORE.has(gesture)) arm(easel, { bones: near, sleeve, isHandHidden })
  if (gesture === 'pockets') pocket(easel, near)
}

function armsBefore(easel: Easel, { gesture, far, near, sleeve }: Arms): void {
  if (RAISED.has(gesture)) arm(easel, { bones: far, sleeve, isHandHidden: gesture === 'showing' })
  if (gesture === 'showing') fist(easel, far[2])
  if (gesture === 'holding') holdFar(easel, far)
  if (BEFORE.has(gesture)) arm(easel, { bones: near, sleeve })
  if (gesture === 'guarding') for (const bones of [far, near]) glove(easel, bones)
}

function drawBody(easel: Easel, figure: AskedFigure, warp: Warp): void {
  const hasBaby = figure.babyOnBack !== undefined || (figure.attribute === 'baby' && figure.pose !== 'holding')
  if (hasBaby) tieBaby(easel, figure)
  warped(easel, standingPieces(easel.outfit, WOMEN.has(figure.person)), warp)
  if (hasBaby) knotCloth(easel)
  if (figure.attribute === 'backpack') straps(easel)
}

const IN_ITS_OWN_PLACE: ReadonlySet<string> = new Set(['baby', 'backpack', 'skateboard', UMBRELLA, GLOVES])

/** The far arm comes before the head and what is on it. */
const RAISED: ReadonlySet<string> = new Set([
  'guarding',
  'showing',
  'carrying',
  'sheltering',
  'pounding',
  'raising',
  'reaching',
  'tending',
  'eating',
  'drinking',
  'fluting',
  'selfie',
  'serving',
  'climbing',
  'photographing',
  'brushing',
  'steadying',
])
const HOLDING: ReadonlySet<string> = new Set(['clasped', 'clapping', 'holding', 'playing'])
/** The near arm comes before the body and what it holds. */
const BEFORE: ReadonlySet<string> = new Set([
  'clasped',
  'folded',
  'holding',
  'playing',
  'phoning',
  'pounding',
  'guarding',
  'clapping',
  'tending',
  'fluting',
  'climbing',
  'photographing',
  'steadying',
  'shouldering',
])
const PHONE = fromHex('#20242c')

/** Hands that are not seen. */
const HIDDEN: ReadonlySet<string> = new Set(['pockets', 'behind'])

function strideOf(gesture: Gesture, random: Random): number {
  if (gesture === 'walking') return 1
  return gesture === 'cheering' || random.fork('stride').chance(0.5) ? 0.4 : 0
}

/** The feet apart, as one walks. */
function striding(stride: number, warp: Warp): Warp {
  return (x, y) => warp(x + (x - 42.5) * 0.42 * stride * clamp((y - 96) / 90), y)
}

/** What somebody has in the hand with which they reach. */
function tend(easel: Easel, { attribute, pose }: AskedFigure, [x, y]: Point): void {
  if (attribute === null || pose === 'pulling' || IN_ITS_OWN_WAY.has(attribute)) return
  const height = heldHeight(attribute)
  stamp(easel, attribute, { x: x + 5, y: y + height * 0.5, height }, accessory(easel, attribute))
}

/** A pestle in both hands, over a mortar. */
function pound(easel: Easel): void {
  const wood = fromHex('#7a5230')
  bar(easel, [86, -2, 88, 150], [6.5, 5], wood)
  const bowl = 'M68 146 C70 172 76 178 79 184 L76 198 L100 198 L97 184 C100 178 107 172 108 146 Z'
  shape(easel, bowl, fromHex('#8a5a34'))
  shape(easel, 'M68 146 C70 172 76 178 79 184 L76 198 L84 198 L85 184 C80 172 77 160 77 146 Z', fromHex('#6a4226'))
  shape(easel, 'M68 146 C72 151 104 151 108 146 C104 141 72 141 68 146 Z', fromHex('#5a3a22'))
}

/** The fingers of the far hand come round the side of what is held. */
function holdFar(easel: Easel, [, , [x, y]]: Bones): void {
  const skin = skinOf(easel)
  for (let k = 0; k < 4; k++) {
    const from: Point = [x + 4, y - 4 + k * 2.9]
    limb(easel, [from, [x - 3.6 + Math.abs(k - 1) * 0.7, y - 3.4 + k * 3]], [3.2, 2.6], k % 2 ? dimmedSkin(skin) : skin)
  }
}

function dimmedSkin(skin: Rgb): Rgb {
  return lighten(skin, -0.025)
}

/** What somebody stands on, or under. */
function setBehind(easel: Easel, attribute: string | null): void {
  if (attribute === 'skateboard') stamp(easel, attribute, { x: 45, y: 203, height: 21 }, accessory(easel, attribute))
  if (attribute === 'backpack') packBehind(easel)
  if (attribute === UMBRELLA) stamp(easel, attribute, { x: 60, y: 76, height: 96 }, accessory(easel, attribute))
}

interface Attended {
  readonly pose: Pose
  readonly crown: number
}

const GEAR: Readonly<Record<string, (easel: Easel, crown: number) => void>> = {
  'white-cane': staff,
  cane,
  stethoscope: roundTheNeck,
  [HEADPHONES]: onTheEars,
  'fishing-pole': (easel) => rod(easel, [58, 96]),
  'ice-hockey': stick,
}

function attend(easel: Easel, figure: AskedFigure, { pose, crown }: Attended): void {
  const { attribute } = figure
  if (attribute === 'baby' && pose === 'holding') return cradle(easel, figure)
  if (!attribute || IN_ITS_OWN_PLACE.has(attribute)) return
  const own = GEAR[attribute]
  if (own) return own(easel, crown)
  const colours = accessory(easel, attribute)
  if (pose === 'carrying' && isHeaped(figure)) onTheHead(easel, figure, crown)
  else if (pose === 'carrying') stamp(easel, attribute, { x: 43, y: crown + 3, height: 32 }, colours)
  else if (pose === 'playing')
    stamp(
      easel,
      attribute,
      attribute === 'kora' ? { x: 44, y: 149, height: 104 } : { x: 44, y: 132, height: 58 },
      colours,
    )
  else stamp(easel, attribute, { x: HELD_AT, y: 103, height: heldHeight(attribute) }, colours)
}
