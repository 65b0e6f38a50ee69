import { type Frame, Label } from '../core/frame.ts'
import type { SceneLight } from '../core/light.ts'
import { lerp, smoothstep } from '../core/scalar.ts'
import type { SkyMask } from './sky-mask.ts'

/** A sky painted above a plain horizon. */
export interface PaintedSky {
  readonly frame: Frame
  readonly light: SceneLight
  /** In pixels from the top; may lie below the frame. */
  readonly horizon: number
}

/** Of a sky asked for, the share of its height that is surely sky. */
const SURE = 0.46
const OPACITY = 0.9

/** Lays a new sky over the old one, horizon on horizon; returns its light, moved with it. */
export function replaceSky(frame: Frame, sky: SkyMask, paint: (height: number) => PaintedSky): SceneLight {
  const painted = paint(Math.ceil(sky.reach / SURE))
  const bottom = Math.min(painted.frame.height, Math.floor(painted.horizon)) - 2
  const shift = Math.max(0, bottom - sky.reach)
  for (let y = 0, i = 0; y < frame.height; y++) {
    const from = Math.min(bottom, Math.round(y + shift)) * frame.width
    for (let x = 0; x < frame.width; x++, i++) {
      const mask = smoothstep(0.25, 0.85, sky.data[i]!)
      if (mask < 0.01) continue
      frame.r[i] = lerp(frame.r[i]!, painted.frame.r[from + x]!, mask * OPACITY)
      frame.g[i] = lerp(frame.g[i]!, painted.frame.g[from + x]!, mask * OPACITY)
      frame.b[i] = lerp(frame.b[i]!, painted.frame.b[from + x]!, mask * OPACITY)
      if (mask > 0.6) frame.label[i] = Label.sky
    }
  }
  return { ...painted.light, y: painted.light.y - shift }
}
