// Lights a sprite as the scene is lit. A height field is raised from its coverage, so that a flat drawing becomes a body:
// ambient light from above, direct light by its slope, a rim towards the light, a painted shadow on the side away from it,
// and below, what the ground throws back.
import type { Rgb } from '../../core/colour.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'
import { byLamps, lampsOf, type Lighting } from './lighting.ts'
import { nowhere, shadePixel } from './lit-pixel.ts'
import { strandsOver } from './matter.ts'
import type { Sprite } from './rasterise.ts'
import { lightField, raiseField, unit, type Field } from './relief.ts'

export function relight(sprite: Sprite, scene: Lighting): void {
  const lighting = scene.light.isNight ? { ...scene, light: byLamps(scene.light) } : scene
  const { isFlat, light } = lighting
  if (isFlat) scale(sprite, (k) => light.ambient[k]! + light.direct[k]! * 0.42)
  else shade(sprite, raiseField(sprite), lighting)
}

function scale({ r, g, b }: Sprite, by: (channel: number) => number): void {
  for (const [k, plane] of [r, g, b].entries()) {
    const factor = by(k)
    for (let i = 0; i < plane.length; i++) plane[i] = clamp(plane[i]! * factor)
  }
}

function shade(sprite: Sprite, field: Field, lighting: Lighting): void {
  const { width, height, alpha } = sprite
  const shading = lightField(field, lighting)
  const { ratio, facing, up, rim, core, grain } = shading
  const here = nowhere()
  const lamps = lampsOf(lighting)
  const strand = strandsOver(sprite)
  const [lx, ly] = unit(lighting.towards)
  const footTop = height * 0.84
  for (let y = 0; y < height; y++) {
    const fy = Math.min(shading.height - 1.001, y / ratio)
    const y0 = fy | 0
    const v = fy - y0
    const below = y0 + 1 < shading.height ? shading.width : 0
    here.foot = lighting.stands ? 1 - 0.34 * clamp((y - footTop) / (height - footTop)) : 1
    here.down = smoothstep(0.45, 1, y / height)
    const rise = (0.5 - y / height) * -ly
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (alpha[i]! < 0.004) continue
      const fx = Math.min(shading.width - 1.001, x / ratio)
      const x0 = fx | 0
      const u = fx - x0
      const at = y0 * shading.width + x0
      const right = x0 + 1 < shading.width ? 1 : 0
      const a = (1 - u) * (1 - v)
      const b = u * (1 - v)
      const c = (1 - u) * v
      const d = u * v
      const [p, q, r] = [at + right, at + below, at + below + right]
      here.facing = facing[at]! * a + facing[p]! * b + facing[q]! * c + facing[r]! * d
      here.up = up[at]! * a + up[p]! * b + up[q]! * c + up[r]! * d
      here.rim = rim[at]! * a + rim[p]! * b + rim[q]! * c + rim[r]! * d
      here.core = core[at]! * a + core[p]! * b + core[q]! * c + core[r]! * d
      here.grain = grain[at]! * a + grain[p]! * b + grain[q]! * c + grain[r]! * d
      here.strand = strand(x, y)
      here.side = clamp(0.5 + lx * (x / width - 0.5) + 0.7 * rise)
      shadePixel(sprite, i, here, lamps)
    }
  }
}

/** Mixes the colour of distance into a whole sprite. */
export function veil({ r, g, b }: Sprite, haze: Rgb, share: number): void {
  if (share <= 0) return
  for (const [k, plane] of [r, g, b].entries())
    for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! + (haze[k]! - plane[i]!) * share
}
