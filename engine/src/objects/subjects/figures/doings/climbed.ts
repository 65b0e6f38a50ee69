// What somebody climbs: a ladder, or a trunk, behind the body and down to the ground.
import { fromHex, lighten } from '../../../../core/colour.ts'
import type { AskedFigure } from '../../../../prompt/asked.ts'
import { bar, type Easel, shape } from '../figure-easel.ts'

const WOOD = fromHex('#a8743c')
const BARK = fromHex('#6a4a30')
/** In figure units: over the head, and the ground below the feet. */
const TOP = -34
const FOOT = 222

export function climbed(easel: Easel, { attribute }: AskedFigure): void {
  if (attribute === 'ladder') ladder(easel)
  else trunk(easel)
}

function ladder(easel: Easel): void {
  for (let y = TOP + 8; y < FOOT; y += 22) bar(easel, [16, y, 72, y], [4, 4], lighten(WOOD, 0.05))
  for (const x of [16, 72]) bar(easel, [x + (x < 40 ? 3 : -3), TOP, x, FOOT], [5.4, 6], WOOD)
}

function trunk(easel: Easel): void {
  shape(easel, `M30 ${TOP} L58 ${TOP} C56 60 58 140 68 ${FOOT} L20 ${FOOT} C28 140 30 60 30 ${TOP} Z`, BARK)
  shape(
    easel,
    `M30 ${TOP} L37 ${TOP} C37 60 36 140 30 ${FOOT} L20 ${FOOT} C28 140 30 60 30 ${TOP} Z`,
    lighten(BARK, -0.06),
  )
  for (let y = TOP + 10; y < FOOT; y += 15) bar(easel, [32, y, 56, y + 3], [1.4, 1.4], lighten(BARK, 0.08))
}
