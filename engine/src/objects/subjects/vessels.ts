// Which paint of a dish is that of its plate or bowl.
import { type Rgb, toHex } from '../../core/colour.ts'
import type { Recolour } from './rasterise.ts'

/** The glaze, and how light each other paint of the vessel is to it. */
const GLAZES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  attieke: { d9643c: 1 },
  thieboudienne: { e9ecec: 1, f2f2ee: 1.04 },
  'grilled-fish': { f2ece0: 1, e4dccb: 0.88 },
  foutou: { a5522f: 1, '7a3a22': 0.74 },
  'fried-plantain': { e9e5da: 1, f6f3ea: 1.08 },
  poutine: { e9e2d2: 1, c9c0ac: 0.82, f6f1e4: 1.08 },
  'cooked-rice': { a7d0d6: 1, '77a3ab': 0.76, '77a3ac': 0.76 },
}

/** « dans une assiette bleue »: the plate is, and not what lies on it. */
export function glazed(id: string, [r, g, b]: Rgb): Recolour | null {
  const glaze = GLAZES[id]
  if (!glaze) return null
  return (pigment) => {
    const k = glaze[toHex(pigment).slice(1)]
    return k === undefined ? pigment : [Math.min(1, r * k), Math.min(1, g * k), Math.min(1, b * k)]
  }
}
