import { blendRgb, fromHex, mix, type Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { fill } from '../../core/raster.ts'
import { lerp } from '../../core/scalar.ts'
import { ellipse } from '../../core/shapes.ts'
import type { Forest, ForestLayer } from './layers.ts'

const SNOW = fromHex('#e8eef5')
const SNOW_SHADE = fromHex('#8fa6c0')
const FALLEN_LEAVES = fromHex('#a85a28')

export function paintGroundStrip(forest: Forest, layer: ForestLayer): void {
  const { scene, noise, colours, lightX } = forest
  const { frame } = scene
  const { width, height } = frame
  const outline = [-5, height + 5]
  for (let x = -5; x <= width + 8; x += 6) {
    const bump = noise.fbm((x / frame.shortSide) * 3 + layer.index * 9, layer.index, 3) * 2.2
    outline.push(x, layer.ground - height * 0.03 * (1 + bump))
  }
  outline.push(width + 5, height + 5)
  const ground = groundColour(forest, layer)
  const sunny = mix(colours.light, ground, 0.45)
  const shares = Float32Array.from({ length: width }, (_, x) => {
    const offset = (x - lightX) / (width * 0.16)
    return Math.exp(-offset * offset) * (1 - layer.near) * 0.6
  })
  const depth = 20 - layer.index * 2
  fill(frame, [outline], (x) => blendRgb(ground, sunny, shares[x]!), { label: Label.ground, depth })
}

function groundColour({ scene }: Forest, { haze, bark, near }: ForestLayer): Rgb {
  const { palette, spec } = scene
  if (scene.isSnowy) return mix(SNOW, mix(haze, SNOW_SHADE, 0.5), 0.3 + 0.3 * (1 - near))
  const cover = spec.season === 'autumn' ? FALLEN_LEAVES : palette.leaf
  return mix(bark, mix(palette.grass, cover, 0.5), 0.42 * (0.4 + 0.6 * near))
}

/** Leaves overhead, with a hole around the light. */
export function paintFoliage(
  { scene, random, colours, lightX, lightY, hasConifers }: Forest,
  layer: ForestLayer,
): void {
  if (hasConifers || scene.spec.season === 'winter') return
  const { frame } = scene
  const { width, height } = frame
  const { near } = layer
  const size = lerp(5, 22, near) * frame.unit
  const count = Math.round(240 + 360 * near)
  for (let k = 0; k < count; k++) {
    const x = random.next() * width
    const offset = (x - lightX) / (width * (0.2 + 0.1 * near))
    const y = height * random.next() ** 1.5 * (0.34 - 0.2 * Math.exp(-offset * offset)) - size
    const tone = random.next()
    const nearness = Math.exp(-Math.hypot((x - lightX) / width, (y - lightY) / height) * 3.5)
    const colour = blendRgb(
      blendRgb(layer.leaf, layer.leafLight, tone),
      colours.light,
      nearness * 0.5 * (1 - near * 0.6),
    )
    const axes = [size * random.range(0.6, 1.5), size * random.range(0.35, 0.7)] as const
    fill(frame, [ellipse([x, y], axes, random.next() * 3.1, 8)], colour, { alpha: 0.85, label: Label.plant })
  }
}

/** Ferns and bushes. */
export function paintUndergrowth(forest: Forest, layer: ForestLayer): void {
  const { scene, random, colours, lightX } = forest
  if (scene.isSnowy) return
  const { frame, spec } = scene
  const { near } = layer
  const count = Math.round(90 + 120 * near)
  for (let k = 0; k < count; k++) {
    const x = random.next() * frame.width
    if (spec.elements.has('road') && Math.abs(x - lightX) < frame.width * 0.07 * (0.4 + near)) continue
    const size = lerp(10, 66, near ** 1.5) * frame.unit * random.range(0.5, 1.2)
    const y = layer.ground + random.range(-0.02, 0.05) * frame.height
    const leaf = blendRgb(layer.leaf, layer.leafLight, random.next() * 0.8)
    const colour = blendRgb(leaf, colours.dark, 0.15 + 0.35 * near)
    if (random.chance(0.5)) paintFern(forest, layer, [x, y, size], colour)
    else {
      const bush = ellipse([x, y - size * 0.2], [size * 0.7, size * 0.4], 0, 12)
      fill(frame, [bush], colour, { alpha: 0.9, label: Label.plant })
    }
  }
}

function paintFern(
  { scene, random }: Forest,
  layer: ForestLayer,
  [x, y, size]: readonly [number, number, number],
  colour: Rgb,
): void {
  const at = (angle: number, reach: number) => [x + Math.cos(angle) * size * reach, y + Math.sin(angle) * size * reach]
  for (let frond = -3; frond <= 3; frond++) {
    const angle = -Math.PI / 2 + frond * 0.34 + random.gauss() * 0.1
    const blade = [x, y, ...at(angle - 0.1, 0.6), ...at(angle, 1), ...at(angle + 0.1, 0.6)]
    fill(scene.frame, [blade], blendRgb(colour, layer.leafLight, (frond + 3) / 14), { alpha: 0.95, label: Label.plant })
  }
}
