// Somebody on their feet at what stands on the ground beside them: bent over it, both hands on it.
import type { AskedFigure, Doing } from '../../../../prompt/asked.ts'
import { arm, type Easel, feet, type Point, warped } from '../figure-easel.ts'
import { bent, sleeveOf } from '../figure-poses.ts'
import { knotCloth, tieBaby } from '../figure-small.ts'
import { standingPieces } from '../garments.ts'
import { LONG_ROBES } from '../gesture-of.ts'
import { ARMS, WOMEN } from '../gestures.ts'
import { headBox } from '../head/bust.ts'
import { head } from '../head/head.ts'
import { hung, physiqueOf, shapedBy, type Warp } from '../physique.ts'
import { anvil, balafon, board, easelAndCanvas } from './at-a-stand.ts'
import { broom, castNet, hoe, sapling, sponge, wheelbarrow } from './open-ground.ts'
import { barbecue, basin, fire } from './stations.ts'
import { axe, bench, block, boxersHands, gathered, line, plane, punchingBag, trowel, wall } from './trades.ts'

export type Painter = (easel: Easel, figure: AskedFigure) => void

interface Station {
  /** How far the chest is before the feet, as a share of its height above the hips. */
  readonly lean: number
  readonly far: Point
  readonly near: Point
  /** Drawn before the hands are, and after them. */
  readonly before?: Painter
  readonly after?: Painter
}

const STATIONS: Readonly<Partial<Record<Doing, Station>>> = {
  stirring: { lean: 0.24, far: [96, 104], near: [88, 116], before: fire, after: fire.front },
  grilling: { lean: 0.1, far: [98, 112], near: [84, 116], before: barbecue },
  sweeping: { lean: 0.26, far: [92, 90], near: [98, 116], before: broom },
  digging: { lean: 0.5, far: [112, 118], near: [94, 112], before: hoe },
  planting: { lean: 0.56, far: [112, 138], near: [100, 146], before: sapling },
  laundering: { lean: 0.42, far: [116, 138], near: [100, 138], before: basin, after: basin.front },
  scrubbing: { lean: 0.2, far: [112, 96], near: [72, 108], before: sponge },
  pushing: { lean: 0.34, far: [92, 112], near: [88, 116], before: wheelbarrow },
  painting: { lean: 0, far: [86, 92], near: [58, 98], before: easelAndCanvas, after: easelAndCanvas.front },
  casting: { lean: 0.12, far: [88, 58], near: [84, 76], before: castNet },
  hammering: { lean: 0.18, far: [98, 86], near: [92, 116], before: anvil, after: anvil.front },
  mallets: { lean: 0.16, far: [102, 108], near: [82, 112], before: balafon, after: balafon.front },
  planing: { lean: 0.3, far: [118, 116], near: [100, 118], before: bench, after: plane },
  boxing: { lean: 0.1, far: [108, 66], near: [80, 70], before: punchingBag, after: boxersHands },
  shoving: { lean: 0.42, far: [108, 84], near: [100, 96] },
  hanging: { lean: 0, far: [94, 46], near: [78, 56], before: line },
  gathering: { lean: 0.56, far: [112, 138], near: [100, 146], before: gathered },
  walling: { lean: 0.22, far: [108, 104], near: [90, 116], before: wall, after: trowel },
  chopping: { lean: 0.06, far: [84, 30], near: [76, 40], before: block, after: axe },
  ironing: { lean: 0.2, far: [104, 112], near: [86, 116], before: board, after: board.front },
}

const HIPS = 108

export function drawWorking(easel: Easel, figure: AskedFigure): void {
  const { lean, far, near, before, after } = STATIONS[figure.doing ?? 'stirring'] ?? STATIONS.stirring!
  const isRobe = LONG_ROBES.has(easel.outfit.garment)
  const own = shapedBy(physiqueOf(figure.person, easel.random))
  const warp: Warp = (x, y) => forward(lean, own(x, y))
  const sleeve = sleeveOf(easel.outfit)
  const [farArm, nearArm] = ARMS.standing.map((bones) => hung(bones, warp)) as [
    (typeof ARMS.standing)[0],
    (typeof ARMS.standing)[1],
  ]
  feet(easel, !isRobe, isRobe ? 2 : 6)
  if (figure.babyOnBack) tieBaby(easel, figure, warp)
  warped(easel, standingPieces(easel.outfit, WOMEN.has(figure.person)), warp)
  if (figure.babyOnBack) knotCloth(easel, warp)
  const [x, chin] = forward(lean, [42.5, 43])
  head(easel, figure, headBox(figure, { x: x + lean * 5, chin: chin + lean * 5, size: 35 }))
  before?.(easel, figure)
  arm(easel, { bones: bent(farArm, far), sleeve })
  arm(easel, { bones: bent(nearArm, near), sleeve })
  after?.(easel, figure)
}

/** Bent from the hips. */
function forward(lean: number, [x, y]: Point): Point {
  const above = Math.max(0, HIPS - y)
  return [x + lean * above, y + (1 - Math.sqrt(1 - Math.min(0.9, lean * lean))) * above]
}
