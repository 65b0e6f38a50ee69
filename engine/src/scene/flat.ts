// The flat renderer of minimalist and cut-paper pictures: layered silhouettes, no texture, no perspective.
import { boxBlur } from '../core/blur.ts'
import { lighten, mix, type Rgb } from '../core/colour.ts'
import { coverage, type Polygon } from '../core/coverage.ts'
import { type Frame, Label } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import { createPlane } from '../core/plane.ts'
import { fill } from '../core/raster.ts'
import { clamp, lerp } from '../core/scalar.ts'
import { drawPalm } from '../objects/trees/palm.ts'
import type { Environment } from '../prompt/spec.ts'
import type { Scene } from './scene.ts'
import { paintSky } from './sky/paint-sky.ts'

const WET: ReadonlySet<Environment> = new Set(['sea', 'beach', 'islands', 'lake', 'lagoon'])
const WITH_LAND: ReadonlySet<Environment> = new Set(['lake', 'islands', 'lagoon'])
const PEAKED: ReadonlySet<Environment> = new Set(['mountain', 'lake', 'ice', 'volcano'])
const LAYERS = 5

interface Flat {
  readonly scene: Scene
  readonly noise: Noise
  readonly base: Rgb
  readonly dark: Rgb
}

export function composeFlat(scene: Scene): void {
  const { frame, palette, spec, random } = scene
  const { environment } = spec
  const isMinimal = spec.styles.includes('minimal')
  const colours = isMinimal ? [mix(palette.sky[1]!, palette.sky[2]!, 0.3), palette.sky.at(-1)!] : palette.sky
  paintSky(frame, { ...scene.sky, colours }, random)
  const base = groundColour(scene)
  const dark = mix(lighten(base, palette.isNight ? -0.12 : -0.2), palette.sky[0]!, 0.3)
  const flat: Flat = { scene, noise: new Noise(random.fork('flat')), base, dark }
  if (!WET.has(environment) || WITH_LAND.has(environment)) {
    for (let layer = 0; layer < LAYERS; layer++) paintLayer(flat, layer)
  }
  if (WET.has(environment)) paintWater(flat)
  if (!spec.elements.has('palm')) return
  const leaf: Rgb = [0.07, 0.1, 0.1]
  const palm = { x: frame.width * 0.14, y: frame.height * 0.95, height: frame.height * 0.5, leaf }
  drawPalm(frame, palm, scene.light, random.fork('palm'))
}

function groundColour({ palette, spec }: Scene): Rgb {
  const { environment } = spec
  if (environment === 'desert') return palette.sand
  if (PEAKED.has(environment)) return mix(palette.sky[0]!, palette.rock, 0.35)
  return environment === 'forest' ? palette.leaf : mix(palette.grass, palette.leaf, 0.4)
}

function paintLayer(flat: Flat, layer: number): void {
  const { scene, base, dark } = flat
  const { frame, palette, spec } = scene
  const { width, height } = frame
  const near = layer / (LAYERS - 1)
  const row = height * lerp(0.52, 0.93, near)
  const isPeaked = (PEAKED.has(spec.environment) || spec.styles.includes('woodblock')) && layer < 3
  const swing = height * (isPeaked ? 0.2 - 0.03 * layer : spec.environment === 'desert' ? 0.075 : 0.06)
  const colour = mix(mix(palette.haze, base, 0.25 + 0.4 * near), dark, near * 0.85)
  const outline = [-5, height + 5]
  for (let x = -5; x <= width + 8; x += 4) {
    outline.push(x, row - swing * (profile(flat, x / height, layer, isPeaked) * 0.75 + 0.25))
  }
  outline.push(width + 5, height + 5)
  lay(scene, outline, colour, layer < 2 ? Label.far : Label.ground)
  if (spec.environments.has('forest') || spec.elements.has('conifer')) plantTriangles(scene, layer, row, colour)
}

function profile({ scene, noise }: Flat, u: number, layer: number, isPeaked: boolean): number {
  if (isPeaked) {
    const crest = 1 - Math.abs(noise.at(u * (1.5 + layer * 0.5) + layer * 9.3, layer * 3.1)) * 1.9
    return crest + 0.16 * noise.at(u * 9 + layer, layer)
  }
  if (scene.spec.environment === 'desert') return 1 - Math.abs(noise.at(u * 1.1 + layer * 7, layer * 2)) ** 0.8 * 2
  return noise.fbm(u * 1.6 + layer * 5, layer * 2.2, 3) * 2
}

function plantTriangles({ frame, random }: Scene, layer: number, row: number, colour: Rgb): void {
  const draws = random.fork(`firs:${layer}`)
  const near = layer / (LAYERS - 1)
  const shade = lighten(colour, -0.025)
  const foot = row + frame.height * 0.02
  for (let k = 0; k < 16 + layer * 3; k++) {
    const x = draws.next() * frame.width
    const size = frame.height * (0.05 + 0.075 * near) * draws.range(0.7, 1.3)
    const fir = [x, foot - size * 1.5, x + size * 0.36, foot, x - size * 0.36, foot]
    fill(frame, [fir], shade, { label: Label.plant })
  }
}

function paintWater({ scene, noise }: Flat): void {
  const { frame, palette, random } = scene
  const { width, height, unit } = frame
  const top = WITH_LAND.has(scene.spec.environment) ? height * 0.72 : scene.horizon
  for (let band = 0; band < 5; band++) {
    const near = band / 4
    const row = lerp(top, height * 0.93, near)
    const outline = [-5, height + 5]
    for (let x = -5; x <= width + 8; x += 4) {
      const u = x / height
      const wave = 6 * Math.sin(u * (9 + 3 * band) + band * 2) + 8 * noise.at(u * 3, band * 5)
      outline.push(x, row + (band === 0 ? 0 : wave * unit))
    }
    outline.push(width + 5, height + 5)
    lay(
      scene,
      outline,
      mix(mix(palette.haze, palette.waterShallow, 0.55), palette.waterDeep, 0.15 + 0.8 * near),
      Label.water,
    )
  }
  scene.hasWater = true
  if (!scene.sky.sun || !scene.isSunLow) return
  const draws = random.fork('dashes')
  for (let k = 0; k < 9; k++) {
    const y = top + (k + 0.6) * 15 * unit * (1 + k * 0.12)
    const half = frame.shortSide * (0.085 - 0.004 * k) * draws.range(0.6, 1.1)
    const { x } = scene.sun
    const dash = [x - half, y, x + half, y, x + half * 0.9, y + 5 * unit, x - half * 0.9, y + 5 * unit]
    fill(frame, [dash], palette.core, { alpha: 0.85, label: Label.water })
  }
}

function lay({ frame, spec }: Scene, outline: Polygon, colour: Rgb, label: number): void {
  if (spec.styles.includes('paper')) castShadow(frame, outline)
  fill(frame, [outline], colour, { label })
}

const SHADOW: Rgb = [0.05, 0.05, 0.1]

/** A sheet of paper lies above the one behind: a blurred, offset shadow. */
function castShadow(frame: Frame, outline: Polygon): void {
  const { width, height, unit } = frame
  const mask = createPlane(width, height)
  coverage(frame, [outline], (x, y, covered) => {
    mask.data[y * width + x] = covered
  })
  const soft = boxBlur(mask, 9 * unit, 2).data
  const down = Math.round(7 * unit)
  for (let y = 0, i = 0; y < height; y++) {
    const row = clamp(y + down, 0, height - 1) * width
    for (let x = 0; x < width; x++, i++) {
      const shadow = soft[row + (clamp(x - down * 0.4, 0, width - 1) | 0)]!
      if (shadow > 0.01) frame.blend(i, SHADOW, shadow * 0.4 * (1 - mask.data[i]!))
    }
  }
}
