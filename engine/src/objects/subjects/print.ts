// A drawing as it is printed on cloth: a few inks, a dark outline.
import type { Rgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { drawingOf } from './drawing-store.ts'
import { rasterise, type Sprite } from './rasterise.ts'

/** ground, first, second, light, outline */
export type Inks = readonly [Rgb, Rgb, Rgb, Rgb, Rgb]

const MARGIN = 0.08

export function printed(id: string, height: number, inks: Inks): Sprite {
  const drawing = drawingOf(id)
  const [left = 0, top = 0, right = 1, bottom = 1] = drawing.box
  const scale = height / (bottom - top)
  const margin = Math.ceil(height * MARGIN)
  const sprite = rasterise(drawing, {
    scale,
    left: left - margin / scale,
    top: top - margin / scale,
    width: Math.ceil((right - left) * scale) + 2 * margin,
    height: Math.ceil((bottom - top) * scale) + 2 * margin,
  })
  inked(sprite, inks)
  outline(sprite, Math.max(1, Math.round(height * 0.02)), inks[4])
  return sprite
}

/** By lightness: the darkest parts in the outline's ink, the others in the ground, the second and the first. */
function inked({ r, g, b, alpha }: Sprite, inks: Inks): void {
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i]! < 0.02) continue
    const tone = 0.3 * r[i]! + 0.59 * g[i]! + 0.11 * b[i]!
    const ink = tone < 0.22 ? inks[4] : tone < 0.45 ? inks[0] : tone < 0.68 ? inks[2] : tone < 0.88 ? inks[1] : inks[3]
    r[i] = ink[0]
    g[i] = ink[1]
    b[i] = ink[2]
  }
}

function outline({ width, height, r, g, b, alpha }: Sprite, reach: number, ink: Rgb): void {
  const own = alpha.slice()
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach; x < width - reach; x++) {
      const i = y * width + x
      if (own[i]! > 0.5) continue
      const near = Math.max(own[i - reach]!, own[i + reach]!, own[i - reach * width]!, own[i + reach * width]!)
      if (near <= own[i]!) continue
      alpha[i] = near
      r[i] = ink[0]
      g[i] = ink[1]
      b[i] = ink[2]
    }
  }
}

export function stampPrint(
  frame: Frame,
  { width, height, r, g, b, alpha }: Sprite,
  { x, y, isTurned }: { readonly x: number; readonly y: number; readonly isTurned: boolean },
): void {
  const left = Math.round(x - width / 2)
  const top = Math.round(y - height / 2)
  for (let row = Math.max(0, -top); row < Math.min(height, frame.height - top); row++) {
    for (let column = Math.max(0, -left); column < Math.min(width, frame.width - left); column++) {
      const from = row * width + (isTurned ? width - 1 - column : column)
      if (alpha[from]! < 0.02) continue
      const at = (top + row) * frame.width + left + column
      frame.blend(at, [r[from]!, g[from]!, b[from]!], alpha[from]!)
      frame.label[at] = Label.subject
    }
  }
}
