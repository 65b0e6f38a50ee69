import { fromHex, fromHexes, lighten, mapRgb, mix, type Rgb, scaleRgb } from '../../core/colour.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { shaded } from '../../core/raster.ts'
import { clamp, lerp, smoothstep } from '../../core/scalar.ts'
import { line } from '../../core/shapes.ts'
import { drawObject } from '../../objects/draw-object.ts'
import { drawFlower } from '../../objects/flowers/draw-flower.ts'
import { drawBroadleaf } from '../../objects/trees/broadleaf.ts'
import { drawFir, layTerrain, plant } from '../ground.ts'
import { reflectObject } from '../reflection.ts'
import { asksFor, refuses, type Scene } from '../scene.ts'

const BLOSSOM = { leaf: fromHex('#ee9fbd'), leafLight: fromHex('#fbd8e4') }

/** Mount Fuji over a lake, a torii or a pagoda, cherry blossom in front. */
export function composeJapan(scene: Scene): void {
  const { frame, light } = scene
  layTerrain(scene, 'hills', { eye: 1.3, relief: 0.5, fog: Math.max(0.034, scene.fog), water: -0.25 })
  paintFuji(scene)
  plant(scene, { count: 60, depths: [9, 30], height: 0.5 }, (plot, random) => {
    const isBlossom = random.chance(0.45) && !scene.isSnowy && !refuses(scene, 'cherry')
    if (isBlossom) drawBroadleaf(frame, { ...plot, ...BLOSSOM }, light, random)
    else drawFir(scene, plot, random)
  })
  raiseMonument(scene)
  if (!refuses(scene, 'cherry')) hangBranch(scene, !scene.isSunRight)
}

function raiseMonument(scene: Scene): void {
  const { frame, light } = scene
  const random = scene.random.fork('monument')
  const x = frame.width * (scene.isSunRight ? 0.27 : 0.73)
  const y = frame.height * 0.8
  scene.drawn.add('torii').add('pagoda')
  if (asksFor(scene, 'pagoda') || (!asksFor(scene, 'torii') && random.chance(0.4))) {
    drawObject(frame, { name: 'pagoda', x, y, height: frame.height * 0.36 }, light, random)
    return
  }
  const height = frame.height * 0.27
  drawObject(frame, { name: 'torii', x, y, height }, light, random)
  reflectObject(frame, { x, y, height }, random)
}

interface Fuji {
  readonly x: number
  readonly top: number
  readonly halfWidth: number
  readonly noise: Noise
  readonly base: Rgb
}

function paintFuji(scene: Scene): void {
  const { frame, palette } = scene
  const fuji: Fuji = {
    x: frame.width * (scene.isSunRight ? 0.56 : 0.44),
    top: scene.horizon - frame.height * 0.33,
    halfWidth: frame.width * 0.52,
    noise: new Noise(scene.random.fork('fuji')),
    base: mix(fromHex('#5a6a92'), palette.haze, 0.4),
  }
  const bottom = Math.min(frame.height, scene.horizon + frame.height * 0.05)
  for (let x = 0; x < frame.width; x++) {
    const crest = crestAt(scene, fuji, x)
    for (let y = Math.max(0, Math.floor(crest)); y < bottom; y++) {
      const i = y * frame.width + x
      if (!isSky(frame, i)) continue
      frame.blend(i, fujiColour(scene, fuji, x, y), clamp(y + 1 - crest))
      frame.label[i] = Label.far
    }
  }
}

function isSky({ label }: Frame, i: number): boolean {
  return label[i] === Label.sky || label[i] === Label.cloud || label[i] === Label.body
}

function crestAt({ frame, horizon }: Scene, { x: centre, top, halfWidth, noise }: Fuji, x: number): number {
  const size = frame.shortSide
  const u = Math.abs(x - centre) / halfWidth
  if (u > 1) return horizon
  const isCrater = u < 0.055
  const jag = noise.at((x / size) * (isCrater ? 40 : 20), isCrater ? 1 : 3) * size * (isCrater ? 0.004 : 0.003)
  return Math.max(lerp(top, horizon, u ** 0.62) + jag, top + size * 0.018)
}

function fujiColour({ frame, horizon, light, palette }: Scene, fuji: Fuji, x: number, y: number): Rgb {
  const size = frame.shortSide
  const { noise, base, top } = fuji
  const down = (y - top) / (horizon - top)
  const facing = ((x - fuji.x) / fuji.halfWidth) * Math.sign(light.x - fuji.x) * 1.4
  const side = clamp(0.5 + facing + noise.fbm((x / size) * 9, (y / size) * 3, 4) * 0.6)
  const tongues = 0.16 * noise.at((x / size) * 26, 2) + 0.07 * noise.at((x / size) * 70, (y / size) * 20)
  const snow = smoothstep(0.36, 0.24, down + tongues)
  const haze = smoothstep(0.45, 1.02, down) * 0.85
  const night = palette.isNight ? 0.64 : 1
  const channel = (c: 0 | 1 | 2, snowShade: number) => {
    const rock = lerp(base[c] * 0.79, base[c] * 0.92 + light.direct[c] * 0.15, side)
    const white = lerp(snowShade, 0.98, side) * night
    return lerp(lerp(rock, white, snow), palette.haze[c], haze)
  }
  return [channel(0, 0.72), channel(1, 0.78), channel(2, 0.9)]
}

interface Twig {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly length: number
  readonly width: number
  readonly level: number
}

const PETALS = fromHexes('#f7b8cf', '#fbd5e2', '#f29abb')

/** A branch in bloom across an upper corner. */
function hangBranch(scene: Scene, isLeft: boolean): void {
  const { frame, light } = scene
  const random = scene.random.fork('branch')
  const size = frame.shortSide
  const tips: (readonly [number, number])[] = []
  const root: Twig = {
    x: isLeft ? -20 : frame.width + 20,
    y: frame.height * 0.04,
    angle: isLeft ? 0.28 : Math.PI - 0.28,
    length: size * 0.17,
    width: size * 0.026,
    level: 4,
  }
  growTwig(scene, root, tips, random)
  const soft = { ...light, ambient: mapRgb(light.ambient, (v) => v * 0.8 + 0.22) }
  for (const [x, y] of tips) {
    for (let k = 0; k < 5; k++) {
      const flower = {
        kind: 'simple',
        x: x + random.gauss() * size * 0.028,
        y: y + random.gauss() * size * 0.026,
        radius: size * random.range(0.008, 0.018),
        colour: lighten(random.pick(PETALS), random.gauss() * 0.03),
        tilt: 0.9,
      } as const
      drawFlower(frame, flower, soft, random)
    }
  }
}

const BARK: Rgb = [0.22, 0.15, 0.13]

function growTwig(scene: Scene, twig: Twig, tips: (readonly [number, number])[], random: Random): void {
  const { frame, light } = scene
  const { x, y, angle, length, width, level } = twig
  const endX = x + Math.cos(angle) * length
  const endY = y + Math.sin(angle) * length
  shaded(frame, [line([x, y, endX, endY], width, width * 0.7)], {
    base: scaleRgb(BARK, light.ambient[1] + 0.3),
    rim: [0.6, 0.45, 0.4],
    toLight: [light.x - x, -1],
    reach: Math.max(1, width * 0.25),
    label: Label.plant,
  })
  for (let k = 0; k < 3; k++) {
    const at = random.next()
    tips.push([lerp(x, endX, at), lerp(y, endY, at)])
  }
  tips.push([endX, endY])
  if (level === 0) return
  const next = { x: endX, y: endY, level: level - 1 }
  const straight = angle + random.gauss() * 0.35
  growTwig(scene, { ...next, angle: straight, length: length * 0.82, width: width * 0.72 }, tips, random)
  if (!random.chance(0.85)) return
  const fork = angle + (random.chance(0.5) ? 0.7 : -0.6) + random.gauss() * 0.2
  growTwig(scene, { ...next, angle: fork, length: length * 0.68, width: width * 0.55 }, tips, random)
}
