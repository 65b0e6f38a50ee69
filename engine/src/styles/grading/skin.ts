import { smoothstep } from '../../core/scalar.ts'

/**
 * How much a colour, in OKLab, may be skin: 1 for hues of 22–75° neither grey nor vivid, falling to 0 around them, since
 * a hard limit would band.
 */
export function likeSkin([, a, b]: readonly [number, number, number]): number {
  const chroma = Math.hypot(a, b)
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  const moderation = smoothstep(0.015, 0.03, chroma) * smoothstep(0.16, 0.12, chroma)
  return moderation * smoothstep(5, 22, hue) * smoothstep(95, 75, hue)
}
