// Figures seated on two wheels, on a back or in a boat.
import { fromHex, lighten } from '../../../core/colour.ts'
import type { AskedFigure } from '../../../prompt/asked.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import { SUBJECTS } from '../../../subjects/registry.ts'
import { aspectOf } from '../draw-subject.ts'
import { chooseOutfit, type Cloth, dimmed } from './cloth.ts'
import { accessory, disc, type Easel, limb, type Point, shape, skinOf, stamp, warped } from './figure-easel.ts'
import { LONG_SLEEVES } from './figure-poses.ts'
import { WOMEN } from './gestures.ts'
import { headBox } from './head/bust.ts'
import { head } from './head/head.ts'

/** Where the seat is on the pattern of a rider. */
const SEAT: Point = [61, 64]

interface Mounted {
  readonly height: number
  /** The back, in figure units, and how large whoever sits on it is. */
  readonly seat: Point
  readonly size: number
}

const TWO_WHEELS: Mounted = { height: 70, seat: SEAT, size: 1 }
const MOUNTED: Readonly<Record<string, Mounted>> = {
  horse: { height: 84, seat: [55, 52], size: 0.68 },
  camel: { height: 90, seat: [56, 46], size: 0.6 },
  'two-hump-camel': { height: 90, seat: [54, 46], size: 0.6 },
  donkey: { height: 72, seat: [55, 58], size: 0.78 },
}

interface Reach {
  readonly elbow: Point
  readonly grip: Point
}

/** The handlebar of a scooter is near. */
const ON_A_SCOOTER: Reach = { elbow: [48.5, 53], grip: [39, 44.5] }
const REACHING: Reach = { elbow: [43, 52], grip: [29.5, 49] }

/** Seated on two wheels or on a back, seen from its left side. */
export function drawRider(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  const mount = figure.attribute ?? 'motor-scooter'
  const isFlying = mount === 'broom'
  const { height, seat, size } = MOUNTED[mount] ?? TWO_WHEELS
  const skin = skinOf(easel)
  const trousers = easel.outfit.legs
  if (isFlying) besom(easel)
  else stamp(easel, mount, { x: 52, y: 103, height }, accessory(easel, mount))
  behindThem(easel, figure)
  const move = (x: number, y: number): Point => [seat[0] + (x - SEAT[0]) * size, seat[1] + (y - SEAT[1]) * size]
  const part = (from: Point, to: Point, wide: Point, cloth: Cloth) =>
    limb(easel, [move(...from), move(...to)], [wide[0] * size, wide[1] * size], cloth)
  const cloth = (path: string, of: Cloth) => warped(easel, [{ path, cloth: of }], move)
  const { elbow, grip } = mount === 'motor-scooter' ? ON_A_SCOOTER : REACHING
  const sleeve = LONG_SLEEVES.has(outfit.garment) ? outfit.main : skin
  // The far arm reaches as far as the near one.
  part([60, 38], [47, 50], [9.5, 8], dimmed(outfit.main, 0.68))
  part(
    [47, 50],
    [grip[0] + 5.5, grip[1] - 1],
    [7, 5.6],
    LONG_SLEEVES.has(outfit.garment) ? dimmed(outfit.main, 0.68) : lighten(skin, -0.06),
  )
  part([63, 62], [46, 67], [15, 12.5], trousers)
  part([62, 59], [48, 63.5], [4, 3], dimmed(trousers, 1.14))
  part([46, 67], [42, 85], [11.5, 8.5], trousers)
  cloth('M35 85 L48 84 L48 91 L32 91 C32 88 33 86 35 85 Z', fromHex('#2a2320'))
  cloth('M46 32 C56 26 68 36 71 64 C64 69 54 69 49 65 C44 54 40 40 46 32 Z', outfit.main)
  cloth('M62 32 C68 40 70 52 71 64 C67 67 62 68 58 68 C62 56 62 44 58 30 Z', dimmed(outfit.main, 0.8))
  if (figure.hasPack) {
    cloth('M62 33 C72 30 82 36 83 48 C83 58 78 64 70 64 C66 54 65 44 62 33 Z', fromHex('#2f5f9c'))
    cloth('M68 46 C74 44 80 46 82 50 C82 58 78 63 72 63 Z', fromHex('#244a7a'))
    part([56, 34], [62, 46], [3, 3], fromHex('#244a7a'))
  }
  // Darker than the chest that it is before, or only the forearm would be seen.
  part([52, 38], elbow, [11.5, 9.5], dimmed(outfit.main, 0.82))
  part(elbow, [grip[0] + 1.5, grip[1] + 0.5], [8, 6.4], sleeve)
  const [x, y] = move(...grip)
  disc(easel, [x, y], 4 * size, skin)
  for (let k = 0; k < 3; k++)
    part(
      [grip[0] + 2, grip[1] - 2 + k * 2.4],
      [grip[0] - 2.5, grip[1] - 1.6 + k * 2.4],
      [2.6, 2.2],
      k % 2 ? lighten(skin, -0.02) : skin,
    )
  const [neck, chin] = move(54, 30)
  head(easel, figure, headBox(figure, { x: neck, chin, size: 25 * size, looksLeft: true }))
}

function behindThem(easel: Easel, { load, passenger, babyOnBack }: AskedFigure): void {
  if (load) behindTheSeat(easel, load)
  if (passenger) drawPassenger(easel, passenger)
  if (babyOnBack) onTheBack(easel, -22)
}

/** Behind the one who drives, a hand at their waist. */
function drawPassenger(driver: Easel, { figure, colour }: NonNullable<AskedFigure['passenger']>): void {
  const random = driver.random.fork('passenger')
  const cloth = colour ? (colourValue(colour) ?? null) : null
  const garment = figure.garment ?? (WOMEN.has(figure.person) ? 'pagne' : 'shirt')
  const outfit = chooseOutfit(garment, figure.person, cloth, random.fork('outfit'))
  const easel: Easel = { ...driver, random, outfit, accessoryColour: colourValue(figure.accessoryColour) ?? null }
  const { main, legs } = outfit
  const skin = skinOf(easel)
  const lap = outfit.isSkirted || COVERED.has(outfit.garment) ? main : legs
  if (figure.attribute === 'baby' || figure.babyOnBack) onTheBack(easel)
  limb(easel, pair([82, 66], [68, 70]), [15, 13], lap)
  limb(easel, pair([68, 70], [66, 86]), [12, 9], lap)
  limb(easel, pair([66, 88], [58, 91]), [6, 5], skin)
  shape(easel, 'M68 34 C77 28 88 38 92 66 C85 71 75 71 70 67 C65 56 62 42 68 34 Z', main)
  shape(easel, 'M83 34 C88 42 91 54 92 66 C88 69 83 70 79 70 C83 58 84 46 80 33 Z', dimmed(main, 0.8))
  limb(easel, pair([74, 40], [68, 54]), [10.5, 8.5], dimmed(main, 0.94))
  limb(easel, pair([68, 54], [62, 55]), [7, 6], LONG_SLEEVES.has(outfit.garment) ? main : skin)
  head(easel, figure, headBox(figure, { x: 76, chin: 32, size: 25, looksLeft: true }))
  withIt(easel, figure)
}

function withIt(easel: Easel, { attribute, pose }: AskedFigure): void {
  if (attribute === null || attribute === 'baby') return
  const place = pose === 'carrying' ? { x: 76, y: 9, height: 26 } : { x: 66, y: 68, height: 17 }
  stamp(easel, attribute, place, accessory(easel, attribute))
}

/** A baby tied in its cloth. */
function onTheBack(easel: Easel, aside = 0): void {
  const skin = skinOf(easel)
  disc(easel, [93 + aside, 37], 7.4, lighten(skin, 0.02))
  disc(easel, [94.6 + aside, 33.6], 6, fromHex('#1c1817'))
  disc(easel, [91 + aside, 38.6], 5.6, lighten(skin, 0.02))
  const cloth = { path: 'M80 42 C90 40 101 44 102 54 C103 63 96 68 86 66 Z', cloth: dimmed(easel.outfit.main, 0.9) }
  warped(easel, [cloth], (x, y) => [x + aside, y])
}

/** Laid across the carrier, one upon the other. */
function behindTheSeat(easel: Easel, load: readonly string[]): void {
  let y = CARRIER[1]
  for (const [k, id] of load.slice(0, MOST_LOADED).entries()) {
    const height = Math.min(LOAD_TALL, LOAD_WIDE / aspectOf(id))
    stamp(easel, id, { x: CARRIER[0] + (k % 2) * 2, y, height })
    y -= height * 0.82
  }
}

const CARRIER: Point = [84, 66]
const MOST_LOADED = 3
const LOAD_TALL = 19
const LOAD_WIDE = 36

const COVERED: ReadonlySet<string> = new Set(['boubou', 'robe', 'pagne', 'dress', 'wedding-dress'])

/** Along the way it flies, its twigs behind. */
function besom(easel: Easel): void {
  const wood = fromHex('#7a5230')
  const straw = easel.accessoryColour ?? fromHex('#c99a4a')
  limb(easel, pair([2, 58], [76, 70]), [3.4, 4], wood)
  shape(easel, 'M72 64 C84 58 98 60 106 66 C100 68 104 71 106 75 C101 76 103 80 103 83 C90 84 78 80 72 75 Z', straw)
  shape(easel, 'M72 70 C84 68 96 70 105 75 C101 76 103 80 103 83 C90 84 78 80 72 75 Z', lighten(straw, -0.1))
  limb(easel, pair([75, 63], [74, 76]), [3, 3], fromHex('#5a3820'))
}

function pair(from: Point, to: Point): readonly [Point, Point] {
  return [from, to]
}

/** Seated in a boat, whose side hides the legs. */
export function drawBoatman(easel: Easel, figure: AskedFigure): void {
  const { outfit } = easel
  const skin = skinOf(easel)
  shape(easel, 'M24 46 C20 52 20 66 22 82 L54 82 C56 66 56 52 52 46 C46 51 31 51 24 46 Z', outfit.main)
  shape(easel, 'M24 46 C20 52 20 66 22 82 L29 82 C28 70 28 56 30 49 Z', dimmed(outfit.main, 0.8))
  limb(easel, pair([25, 52], [18, 72]), [11.5, 9.5], dimmed(outfit.main, 0.92))
  head(easel, figure, headBox(figure, { x: 39, chin: 42, size: 28 }))
  limb(easel, pair([52, 52], [60, 68]), [11.5, 9.5], outfit.main)
  limb(easel, pair([60, 68], [67, 62]), [8, 6.4], skin)
  for (const [place, load] of (figure.load ?? []).slice(0, 2).entries())
    for (let k = 0; k < 4; k++) {
      const height = (SUBJECTS.get(load)?.stature ?? 0.1) > 0.06 ? 17 : 10
      const x = (place === 0 ? 76 : 9) + (k % 2) * 8 + (k >> 1) * 4
      stamp(easel, load, { x, y: 68 - (k >> 1) * height * 0.4, height })
    }
  stamp(easel, 'canoe', { x: 52, y: 103, height: 102 / aspectOf('canoe') }, accessory(easel, 'canoe'))
  disc(easel, [68, 61], 4.4, skin)
}
