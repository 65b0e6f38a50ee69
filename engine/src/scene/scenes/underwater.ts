import { boxBlur } from '../../core/blur.ts'
import { fromHex, fromHexes, Gradient, lighten, mix, type Rgb, scaleRgb } from '../../core/colour.ts'
import { coverage } from '../../core/coverage.ts'
import { Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { createPlane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill, shaded } from '../../core/raster.ts'
import { clamp, lerp, smoothstep } from '../../core/scalar.ts'
import { drawPath, ellipse, line } from '../../core/shapes.ts'
import { drawObject } from '../../objects/draw-object.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import { refuses, type Scene } from '../scene.ts'

interface Depths {
  readonly scene: Scene
  readonly random: Random
  readonly noise: Noise
  readonly water: Gradient
  readonly base: Rgb
  readonly lightX: number
}

export function composeUnderwater(scene: Scene): void {
  const { frame, spec } = scene
  const random = scene.random.fork('underwater')
  const base = colourValue(spec.colours[0]?.id) ?? fromHex('#1a7fa8')
  const depths: Depths = {
    scene,
    random,
    noise: new Noise(random),
    base,
    lightX: frame.width * random.range(0.35, 0.65),
    water: new Gradient([
      [0, mix(lighten(base, 0.34), fromHex('#d8fff2'), 0.4)],
      [0.28, lighten(base, 0.12)],
      [0.65, lighten(base, -0.12)],
      [1, lighten(base, -0.3)],
    ]),
  }
  scene.light = {
    x: depths.lightX,
    y: -frame.height * 0.2,
    direct: [0.62, 0.85, 0.85],
    ambient: [0.34, 0.5, 0.6],
    haze: depths.water.at(0.45),
    isNight: false,
  }
  paintWater(depths)
  paintShafts(depths)
  paintReefs(depths)
  paintSeabed(depths)
  if (!refuses(scene, 'underwater')) paintCorals(depths)
  if (!refuses(scene, 'fish')) paintFish(depths)
  if (spec.elements.has('jellyfish')) {
    for (let k = 0; k < 6; k++)
      swim(depths, 'jellyfish', [0.12, 0.88, 0.3, 0.7], frame.shortSide * random.range(0.12, 0.3))
  }
  paintBubbles(depths)
}

function paintWater({ scene, noise, water, lightX }: Depths): void {
  const { frame } = scene
  const { width, height, shortSide } = frame
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const distance = Math.hypot(((x - lightX) / width) * 0.9, (y + height * 0.08) / height)
      const ripple = 0.03 * noise.at((x / shortSide) * 3, (y / shortSide) * 3)
      const k = (clamp(distance * 0.95 + ripple) * 511) | 0
      frame.r[i] = water.r[k]!
      frame.g[i] = water.g[k]!
      frame.b[i] = water.b[k]!
    }
  }
}

function paintShafts({ scene, random, lightX }: Depths): void {
  const { frame } = scene
  const { width, height, shortSide } = frame
  const mask = createPlane(width, height)
  for (let k = 0; k < 15; k++) {
    const x = lightX + random.gauss() * width * 0.3
    const angle = Math.PI / 2 + ((x - lightX) / width) * 0.7 + random.gauss() * 0.06
    const length = height * random.range(0.55, 1.05)
    const half = shortSide * random.range(0.006, 0.03)
    const endX = x - Math.cos(angle) * length
    const shaft = [x - half, -10, x + half, -10, endX + half * 3.4, length, endX - half * 3.4, length]
    coverage(frame, [shaft], (px, py, covered) => {
      mask.data[py * width + px]! += covered * 0.15 * Math.max(0, 1 - py / (length + 10)) ** 1.3
    })
  }
  const soft = boxBlur(mask, 8 * frame.unit, 2).data
  const tint: Rgb = [0.8, 1.05, 1]
  for (let i = 0; i < frame.size; i++) if (soft[i]! > 0.003) frame.screen(i, tint, soft[i]!)
}

function paintReefs({ scene, noise, water, base }: Depths): void {
  const { frame } = scene
  const { width, height, shortSide } = frame
  for (let layer = 0; layer < 3; layer++) {
    const outline = [-5, height + 5]
    for (let x = -5; x <= width + 8; x += 5) {
      const hump = noise.fbm((x / shortSide) * 2.2 + layer * 20, layer * 3, 4) * 2.2
      const valley = 0.7 * (Math.abs(x / width - 0.5) * 2) ** 2
      const rise = height * 0.16 * (0.7 - 0.1 * layer) * Math.max(0, hump + 0.3 + valley)
      outline.push(x, height * (0.72 + 0.08 * layer) - rise)
    }
    outline.push(width + 5, height + 5)
    fill(frame, [outline], mix(water.at(0.6), lighten(base, -0.32), 0.2 + 0.35 * layer), { label: Label.far })
  }
}

/** Sand under a moving net of light. */
function paintSeabed({ scene, noise, water }: Depths): void {
  const { frame } = scene
  const { width, height, shortSide } = frame
  const top = height * 0.84
  const sand = mix(fromHex('#d9c79a'), water.at(0.55), 0.45)
  for (let y = top | 0; y < height; y++) {
    const z = height / (y - top + height * 0.06)
    for (let x = 0; x < width; x++) {
      const alpha = smoothstep(top - 4, top + height * 0.05, y + 14 * noise.at((x / shortSide) * 5, 2))
      if (alpha <= 0) continue
      const net = (1 - Math.abs(noise.at((x / shortSide) * 0.64 * z + 3, z * 1.7))) ** 9 * 0.35
      const i = y * width + x
      frame.blend(i, [sand[0] * (0.7 + net), sand[1] * (0.75 + net), sand[2] * (0.8 + net)], alpha * 0.9)
      frame.label[i] = Label.ground
    }
  }
}

const CORALS = fromHexes('#f2647a', '#f29a4a', '#c85ad0', '#f2d05a', '#5ad0b0', '#f28ab8')
const SEAWEED = fromHex('#3f9a5a')

interface Coral {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: Rgb
  readonly fade: number
}

function paintCorals(depths: Depths): void {
  const { scene, random, water } = depths
  const { frame } = scene
  for (let k = 0; k < 30; k++) {
    const near = k / 30
    const side = k % 2 === 0 ? random.range(0.64, 1) : random.range(0, 0.36)
    const faded = mix(random.pick(CORALS), water.at(0.5), 0.42 * (1 - near))
    const coral: Coral = {
      x: frame.width * side,
      y: lerp(frame.height * 0.84, frame.height, near) + random.range(-8, 14) * frame.unit,
      size: frame.shortSide * lerp(0.07, 0.19, near) * random.range(0.6, 1.2),
      colour: scaleRgb(faded, 0.88),
      fade: 0.3 * (1 - near),
    }
    const kind = random.integer(0, 2)
    if (kind === 0)
      for (let j = -1; j <= 1; j++) branchCoral(depths, coral, [coral.x, coral.y, -Math.PI / 2 + j * 0.45], 4)
    else if (kind === 1) paintSeaweed(depths, coral, k)
    else paintBrainCoral(depths, coral)
  }
}

function branchCoral(
  depths: Depths,
  coral: Coral,
  [x, y, angle]: readonly [number, number, number],
  level: number,
): void {
  const { scene, random } = depths
  const age = 4 - level
  const length = coral.size * 0.3 * 0.78 ** age
  const girth = coral.size * 0.085 * 0.74 ** age
  const endX = x + Math.cos(angle) * length
  const endY = y + Math.sin(angle) * length
  fill(scene.frame, [line([x, y, endX, endY], girth, girth * 0.75)], coral.colour, { label: Label.plant })
  disc(scene.frame, [endX, endY, girth * 0.42], lighten(coral.colour, 0.08), { label: Label.plant })
  if (level === 0) return
  const forks = random.chance(0.4) ? 3 : 2
  for (let j = 0; j < forks; j++) branchCoral(depths, coral, [endX, endY, angle + random.gauss() * 0.62], level - 1)
}

function paintSeaweed({ scene, water }: Depths, { x, y, size, fade }: Coral, key: number): void {
  const colour = mix(SEAWEED, water.at(0.5), fade)
  for (let blade = 0; blade < 9; blade++) {
    let fromX = x + (blade - 4) * size * 0.07
    let fromY = y
    for (let step = 0; step < 12; step++) {
      const toX = fromX + Math.sin(step * 0.7 + blade + key) * size * 0.035
      const toY = fromY - size * 0.11
      const piece = line([fromX, fromY, toX, toY], size * 0.055 * (1 - step / 14))
      fill(scene.frame, [piece], colour, { alpha: 0.95, label: Label.plant })
      fromX = toX
      fromY = toY
    }
  }
}

function paintBrainCoral({ scene, noise, lightX }: Depths, { x, y, size, colour }: Coral): void {
  shaded(scene.frame, [ellipse([x, y], [size * 0.42, size * 0.34])], {
    base: (px, py) => scaleRgb(colour, 0.9 + 0.3 * noise.at((px / size) * 12, (py / size) * 12)),
    rim: lighten(colour, 0.14),
    toLight: [lightX - x, -1],
    reach: size * 0.07,
    label: Label.plant,
  })
}

const SMALL_FISH = 'M0 50 C20 20 50 20 76 46 L100 26 L94 50 L100 74 L76 54 C50 80 20 80 0 50 Z'

function paintFish(depths: Depths): void {
  const { scene, random, water } = depths
  const { frame, spec } = scene
  const shadow = mix(water.at(0.75), fromHex('#0d2a3a'), 0.3)
  for (let school = 0; school < 2; school++) {
    const centreX = frame.width * random.range(0.25, 0.75)
    const centreY = frame.height * random.range(0.25, 0.55)
    const direction = random.chance(0.5) ? 1 : -1
    for (let k = 0; k < 30; k++) {
      const size = frame.shortSide * random.range(0.012, 0.022)
      const x = centreX + random.gauss() * frame.width * 0.13
      const y = centreY + random.gauss() * frame.height * 0.06
      const fish = drawPath(SMALL_FISH, { x, y, scaleX: (direction * size) / 50, scaleY: size / 80 })
      fill(frame, fish, shadow, { alpha: 0.75, label: Label.subject })
    }
  }
  const count = spec.elements.has('fish') ? 9 : 5
  for (let k = 0; k < count; k++)
    swim(depths, 'fish', [0.1, 0.9, 0.3, 0.75], frame.shortSide * random.range(0.06, 0.12))
}

function swim(
  { scene, random }: Depths,
  name: 'fish' | 'jellyfish',
  [left, right, top, bottom]: readonly [number, number, number, number],
  height: number,
): void {
  const { frame } = scene
  const x = frame.width * random.range(left, right)
  const y = frame.height * random.range(top, bottom)
  drawObject(frame, { name, x, y, height }, scene.light, random)
}

function paintBubbles({ scene, random }: Depths): void {
  const { frame } = scene
  for (let k = 0; k < 70; k++) {
    const x = frame.width * (0.5 + random.gauss() * 0.3)
    const y = frame.height * random.next()
    const radius = frame.shortSide * 0.008 * random.next() ** 2 + 1.2
    disc(frame, [x, y, radius], [0.8, 0.95, 1], { alpha: 0.2 })
    disc(frame, [x - radius * 0.3, y - radius * 0.3, radius * 0.3], [1, 1, 1], { alpha: 0.7 })
  }
}
