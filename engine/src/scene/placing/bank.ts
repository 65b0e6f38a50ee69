// Firm ground at the lower edge of a water scene, wherever somebody or something of the land stands in it.
import { blendRgb, type Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { lit } from '../../core/light.ts'
import { Noise } from '../../core/noise.ts'
import { clamp, smoothstep } from '../../core/scalar.ts'
import type { Scene } from '../scene.ts'
import { isBuilt } from './place-objects.ts'
import type { Standing } from './related.ts'

/** How far above the farthest foot it begins, as a share of the height. */
const ABOVE = 0.075

export function raiseBank(scene: Scene, standings: readonly Standing[]): void {
  const feet = standings.filter(isOfLand)
  const isBuiltOn = scene.spec.environment === 'islands' && scene.spec.objects.some(({ id }) => isBuilt(id))
  if (!isBuiltOn && !feet.some((standing) => isAfloat(scene, standing))) return
  const { frame, palette, light } = scene
  const { width, height } = frame
  const noise = new Noise(scene.random.fork('bank'))
  const top = Math.min(height * 0.9, ...feet.map(({ foot }) => foot)) - height * ABOVE
  const isGreen = scene.spec.environment === 'lake' || scene.spec.environment === 'lagoon'
  const dry = lit(isGreen ? blendRgb(palette.sand, palette.grass, 0.55) : palette.sand, light, 0.62)
  const wet = lit(blendRgb(palette.sand, palette.waterDeep, 0.5), light, 0.4)
  for (let x = 0; x < width; x++) {
    const u = x / height
    const edge = top + height * (0.02 * noise.fbm(u * 2.3, 3, 3) - 0.012)
    for (let y = Math.max(0, Math.floor(edge)); y < height; y++) {
      const grain = 1 + 0.07 * noise.fbm(u * 14, (y / height) * 34, 2) + 0.05 * noise.at(u * 90, (y / height) * 150)
      const inland = (y - edge) / height
      put(scene, y * width + x, blendRgb(wet, dry, smoothstep(0.004, 0.045, inland)), {
        grain,
        cover: clamp((y - edge) / 3),
      })
    }
  }
}

/** It has weight, and no water under it. */
export function isOfLand({ stance }: Standing): boolean {
  return stance === 'ground' || stance === 'table'
}

const SOFT: ReadonlySet<number> = new Set([Label.water, Label.sky, Label.cloud])

/** Under some part of its foot there is no ground. */
export function isAfloat({ frame }: Scene, { x, foot, breadth }: Standing): boolean {
  const row = clamp(Math.round(foot), 0, frame.height - 1)
  return [-0.35, 0, 0.35].some((aside) => {
    const column = clamp(Math.round(x + breadth * aside), 0, frame.width - 1)
    return SOFT.has(frame.label[row * frame.width + column]!)
  })
}

function put({ frame }: Scene, i: number, colour: Rgb, { grain, cover }: { grain: number; cover: number }): void {
  frame.blend(i, [clamp(colour[0] * grain), clamp(colour[1] * grain), clamp(colour[2] * grain)], cover)
  frame.label[i] = Label.ground
  frame.depth[i] = 2
}
