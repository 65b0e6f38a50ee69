import { boxBlur } from '../../core/blur.ts'
import { fromHexes, lighten, mix, type Rgb, saturate } from '../../core/colour.ts'
import { coverage } from '../../core/coverage.ts'
import { type Frame, Label } from '../../core/frame.ts'
import { Noise } from '../../core/noise.ts'
import { createPlane } from '../../core/plane.ts'
import type { Random } from '../../core/random.ts'
import { disc } from '../../core/raster.ts'
import { clamp, lerp, smoothstep } from '../../core/scalar.ts'
import { drawPath } from '../../core/shapes.ts'
import { drawFlower } from '../../objects/flowers/draw-flower.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import type { Environment, PromptSpec } from '../../prompt/spec.ts'
import type { Scene } from '../scene.ts'

const PROFILE =
  'M10 104 C14 90 32 86 36 76 C37 71 35 67 32 62 C24 52 21 38 26 26 C31 13 46 5 60 8 C71 10 78 19 79 30 C79.5 33 78.6 36 79.4 38 C81 42 85 47 86.5 50 C87.4 52 85.5 53.2 82.6 53.8 C82 55.4 83.6 57 82.9 58.6 C82.4 59.6 82.6 60.6 82.2 61.4 C82.6 63.4 81.4 64.6 81 66.6 C80.4 71.6 75 72.6 67 71.6 C62 71.4 60 75 60.6 80 C62 89 78 92 88 104 Z'
/** Size of one unit of the profile, as a share of the short side. */
const SCALE = 0.0094

export type ComposeInner = (spec: PromptSpec, random: Random) => Frame

/** Double exposure: a profile filled with another scene, flowers in the hair. */
export function composePortrait(scene: Scene, composeInner: ComposeInner): void {
  const { frame, palette } = scene
  const random = scene.random.fork('portrait')
  const inner = composeInner(innerSpec(scene, random), random.fork('inner'))
  paintBackdrop(scene, backdropColour(scene), new Noise(random))
  const light = mix(palette.light, backdropColour(scene), 0.45)
  disc(frame, [frame.width / 2, frame.height * 0.42, frame.shortSide * 0.36], light, { alpha: 0.65, label: Label.body })
  fillProfile(frame, inner)
  dressHair(scene, random)
}

const INNER_WORLDS: readonly Environment[] = ['forest', 'mountain', 'sea', 'space']

function innerSpec({ spec, palette }: Scene, random: Random): PromptSpec {
  const worlds = [...spec.environments].filter((id) => id !== 'portrait' && id !== 'abstract')
  const named = worlds.find((id) => id === 'wax') ?? worlds[0]
  const isStarry = spec.elements.has('stars') || palette.isNight
  const implied = isStarry ? 'space' : spec.elements.has('flowers') ? 'garden' : random.pick(INNER_WORLDS)
  return {
    ...spec,
    environment: named ?? implied,
    isCloseUp: false,
    composition: new Set(),
    objects: [],
    subjects: [],
    styles: [],
  }
}

function backdropColour({ spec, palette }: Scene): Rgb {
  const own = colourValue(spec.colours.find(({ id }) => colourValue(id))?.id)
  return own ? lighten(saturate(own, 0.35), 0.22) : mix(palette.haze, [0.95, 0.93, 0.9], 0.68)
}

function paintBackdrop({ frame }: Scene, colour: Rgb, noise: Noise): void {
  const { width, height, shortSide } = frame
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const falloff = 1.02 - 0.16 * Math.hypot(x / width - 0.5, y / height - 0.45)
      const tone = falloff + 0.03 * noise.fbm((x / shortSide) * 3, (y / shortSide) * 3, 4)
      frame.r[i] = colour[0] * tone
      frame.g[i] = colour[1] * tone
      frame.b[i] = colour[2] * tone
    }
  }
}

function fillProfile(frame: Frame, inner: Frame): void {
  const { width, height, shortSide } = frame
  const mask = createPlane(width, height)
  const at = { x: width / 2 - shortSide * 0.5, y: height - shortSide * 0.955, scaleX: shortSide * SCALE }
  coverage(frame, drawPath(PROFILE, at), (x, y, covered) => {
    mask.data[y * width + x] = covered
  })
  const soft = boxBlur(mask, shortSide * 0.03, 2).data
  const ink: [number, number, number] = [0.5, 0.5, 0.5]
  for (let y = 0, i = 0; y < height; y++) {
    const fade = smoothstep(height * 0.7, height * 1.02, y)
    const source = (clamp(y * 0.98, 0, height - 1) | 0) * width
    for (let x = 0; x < width; x++, i++) {
      const covered = mask.data[i]!
      if (covered < 0.01) continue
      const edge = clamp((1 - soft[i]!) * 1.7) * 0.28
      const tone = 0.8 + 0.25 * soft[i]!
      ink[0] = lerp(inner.r[source + x]! * tone, 0.08, edge)
      ink[1] = lerp(inner.g[source + x]! * tone, 0.08, edge)
      ink[2] = lerp(inner.b[source + x]! * tone, 0.12, edge)
      frame.blend(i, ink, covered * (1 - 0.45 * fade))
      frame.label[i] = Label.subject
    }
  }
}

const HAIR_FLOWERS = fromHexes('#f2a0b8', '#ffffff')

function dressHair(scene: Scene, random: Random): void {
  const { frame, light, palette } = scene
  const size = frame.shortSide
  const x = frame.width / 2 - size * 0.5 + 30 * size * SCALE + size * 0.16
  const y = frame.height - size * 0.955 + 20 * size * SCALE + size * 0.13
  const soft = { ...light, direct: [0.6, 0.56, 0.52], ambient: [0.55, 0.54, 0.58] } as const
  for (let k = 0; k < 34; k++) {
    const angle = Math.PI * (0.75 + 0.85 * random.next())
    const reach = size * (0.2 + random.range(0.01, 0.095))
    const flower = {
      kind: random.pick(['simple', 'rose', 'daisy', 'peony'] as const),
      x: x + Math.cos(angle) * reach,
      y: y + Math.sin(angle) * reach,
      radius: size * random.range(0.018, 0.045),
      colour: random.pick([...palette.accents, ...HAIR_FLOWERS]),
      tilt: 0.9,
    }
    drawFlower(frame, flower, soft, random)
  }
}
