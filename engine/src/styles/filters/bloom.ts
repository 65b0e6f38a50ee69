import { boxBlur } from '../../core/blur.ts'
import type { Frame } from '../../core/frame.ts'
import { createPlane } from '../../core/plane.ts'
import { resize } from '../../core/resize.ts'
import { clamp, lerp, smoothstep } from '../../core/scalar.ts'
import { lumaOf, planeOf } from './channels.ts'

export interface Bloom {
  readonly strength: number
  /** Brightest channel from which a pixel shines. */
  readonly threshold: number
  /** For a picture of 1024 pixels. */
  readonly radius?: number
}

/** Light spilling from the brightest parts, near and far, in place. */
export function bloom(frame: Frame, { strength, threshold, radius = 24 }: Bloom): void {
  const width = Math.ceil(frame.width / 4)
  const height = Math.ceil(frame.height / 4)
  const reach = Math.max(1, (radius * frame.unit) / 4)
  const { weights, channels } = shining(frame, threshold)
  for (const [k, channel] of channels.entries()) {
    const bright = resize(planeOf(frame, weights[k]!), width, height)
    const near = boxBlur(bright, reach, 3)
    const far = boxBlur(near, reach * 3, 2)
    const light = createPlane(width, height)
    for (let i = 0; i < light.data.length; i++)
      light.data[i] = clamp((near.data[i]! * 0.65 + far.data[i]! * 0.6) * strength)
    const spill = resize(light, frame.width, frame.height).data
    for (let i = 0; i < frame.size; i++) channel[i] = 1 - (1 - clamp(channel[i]!)) * (1 - spill[i]!)
  }
}

function shining({ r, g, b, size }: Frame, threshold: number) {
  const channels = [r, g, b]
  const weights = channels.map(() => new Float32Array(size))
  for (let i = 0; i < size; i++) {
    const brightest = Math.max(r[i]!, g[i]!, b[i]!)
    if (brightest <= threshold) continue
    const share = smoothstep(threshold, 1, brightest)
    for (let k = 0; k < 3; k++) weights[k]![i] = channels[k]![i]! * share
  }
  return { weights, channels }
}

/** The glow of a dream, weaker on pictures that are bright already. */
export function dream(frame: Frame): void {
  const { data } = lumaOf(frame)
  let sum = 0
  let count = 0
  for (let i = 0; i < data.length; i += 97) {
    sum += data[i]!
    count++
  }
  const strength = lerp(0.55, 0.22, clamp((sum / count - 0.3) * 2.4))
  bloom(frame, { strength, threshold: 0.42, radius: 34 })
}
