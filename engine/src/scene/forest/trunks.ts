import { fromHex, lighten, mix, type Rgb, scaleRgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { fill, shaded } from '../../core/raster.ts'
import { clamp, lerp } from '../../core/scalar.ts'
import { line } from '../../core/shapes.ts'
import { drawConifer } from '../../objects/trees/conifer.ts'
import type { Forest, ForestLayer } from './layers.ts'

interface Trunk {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly lean: number
  readonly bark: Rgb
  readonly key: number
}

const BAMBOO_GREEN = fromHex('#6f9a4a')

export function paintTrunks(forest: Forest, layer: ForestLayer): void {
  const { scene, random, hasBamboo, hasConifers } = forest
  const { frame } = scene
  const count = Math.round((hasBamboo ? 34 : 22) - layer.index * 2.4)
  for (let k = 0; k < count; k++) {
    const x = clearOfPath(forest, layer, random.next() * frame.width)
    const girth = hasBamboo ? lerp(3, 20, layer.near ** 1.6) : lerp(4, 62, layer.near ** 1.8)
    const width = girth * frame.unit * random.range(0.7, 1.3)
    const y = layer.ground + random.range(-0.01, 0.03) * frame.height
    if (hasConifers && random.chance(0.8)) {
      paintFir(forest, layer, x, y)
      continue
    }
    const bark = hasBamboo ? mix(layer.bark, BAMBOO_GREEN, 0.5 * layer.near + 0.15) : layer.bark
    const trunk = { x, y, width, lean: random.gauss() * width * 0.9, bark, key: k + layer.index * 31 }
    paintTrunk(forest, layer, trunk)
    if (hasBamboo) paintJoints(forest, trunk)
    else if (layer.near > 0.25) paintBranches(forest, trunk)
  }
}

/** Keeps the way to the light open in the nearer layers. */
function clearOfPath({ scene, random, lightX }: Forest, { near }: ForestLayer, x: number): number {
  const { width } = scene.frame
  if (near <= 0.3 || Math.abs(x - lightX) / width >= 0.1 + 0.17 * near) return x
  return lightX + (x < lightX ? -1 : 1) * width * (0.14 + 0.2 * near + 0.2 * random.next())
}

function paintFir({ scene, random, colours }: Forest, layer: ForestLayer, x: number, y: number): void {
  const { frame, palette } = scene
  const far = 0.2 * (1 - layer.near)
  drawConifer(
    frame,
    {
      x,
      y,
      height: frame.height * lerp(0.24, 1.05, layer.near) * random.range(0.75, 1.15),
      leaf: mix(palette.leaf, colours.dark, 0.2),
      snow: scene.isSnowy ? 1 : 0,
      fog: clamp(0.78 - layer.near * 0.95),
    },
    { ...scene.light, ambient: [0.35 + far, 0.4 + far, 0.4 + far], haze: layer.haze },
    random,
  )
}

function paintTrunk(forest: Forest, layer: ForestLayer, trunk: Trunk): void {
  const { scene, noise, colours, lightX } = forest
  const { frame, palette } = scene
  const outline = trunkOutline(forest, trunk)
  if (trunk.width <= 9 * frame.unit) {
    fill(frame, [outline], trunk.bark, { label: Label.plant })
    return
  }
  const { width, bark, key } = trunk
  shaded(frame, [outline], {
    base: (x, y) => {
      const down = (y / frame.shortSide) * 9
      const grain = noise.at((x / width) * 2.2 + key, down) * 0.5 + noise.at((x / width) * 6 + key, down * 2.4) * 0.5
      return scaleRgb(bark, 1 + 0.3 * grain * layer.near)
    },
    rim: mix(bark, colours.light, palette.isNight ? 0.4 : 0.6),
    toLight: [lightX < trunk.x ? -1 : 1, -0.1],
    reach: Math.max(1.5, width * 0.2),
    rimStrength: 0.9,
    label: Label.plant,
    depth: 20 - layer.index * 2,
  })
}

function trunkOutline({ noise, hasBamboo }: Forest, { x, y, width, lean, key }: Trunk): number[] {
  const left: number[] = []
  const right: number[] = []
  for (let j = 0; j <= 14; j++) {
    const up = j / 14
    const half = (width * (0.5 + 0.5 * (1 - up) ** 2 + (hasBamboo ? 0.3 : 0)) * (j === 0 ? 1.55 : 1)) / 2
    const centre = x + lean * up + noise.at(up * 3, key) * width * 0.5
    const row = lerp(y, -10, up)
    left.push(centre - half, row)
    right.unshift(centre + half, row)
  }
  // `right` was filled backwards, pair by pair.
  return [...left, ...right]
}

function paintJoints({ scene }: Forest, { x, y, width, bark }: Trunk): void {
  const { frame } = scene
  const colour = lighten(bark, -0.08)
  for (let j = 1; j < 10; j++) {
    const row = lerp(y, 0, j / 10)
    fill(frame, [line([x - width * 0.6, row, x + width * 0.6, row], 2.2 * frame.unit)], colour, { alpha: 0.7 })
  }
}

function paintBranches({ scene, random }: Forest, { x, y, width, lean, bark }: Trunk): void {
  const { frame } = scene
  for (let j = 0; j < 3; j++) {
    const row = frame.height * random.range(0.05, 0.5)
    const side = random.chance(0.5) ? 1 : -1
    const length = width * random.range(1.5, 4)
    const tip = [x + side * length, row - length * random.range(0.2, 0.7)] as const
    const branch = line([x + lean * (1 - row / y), row, tip[0], tip[1]], width * 0.2, width * 0.05)
    fill(frame, [branch], bark, { label: Label.plant })
  }
}
