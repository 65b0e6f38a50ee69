// One thing fills the picture: before a halo and leaves, or close up in its own place.
import { blendRgb, lighten, mix, type Rgb, saturate } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import type { SceneLight } from '../../core/light.ts'
import { Noise } from '../../core/noise.ts'
import type { Random } from '../../core/random.ts'
import { disc, fill, glow } from '../../core/raster.ts'
import { smoothstep, TAU } from '../../core/scalar.ts'
import { line } from '../../core/shapes.ts'
import { drawObject } from '../../objects/draw-object.ts'
import { drawFlower } from '../../objects/flowers/draw-flower.ts'
import { drawLeaf } from '../../objects/trees/leaf.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import { BACKDROP } from '../../prompt/colours.ts'
import type { AskedObject, ObjectKind } from '../../prompt/spec.ts'
import type { Scene } from '../scene.ts'

const COMPACT: ReadonlySet<ObjectKind> = new Set(['heart', 'crystal', 'butterfly', 'car', 'minibus', 'whale'])
const LIFTED: ReadonlySet<ObjectKind> = new Set([...COMPACT, 'astronaut', 'robot', 'rocket', 'mask'])

interface Emblem {
  readonly scene: Scene
  readonly random: Random
  readonly x: number
  readonly y: number
  readonly inner: Rgb
  readonly outer: Rgb
  readonly light: SceneLight
}

export function composeSubject(scene: Scene): void {
  const { frame, palette, spec } = scene
  const random = scene.random.fork('subject')
  const own = colourValue(spec.colours.find(({ weight, id }) => weight >= 1 && colourValue(id))?.id)
  const emblem: Emblem = {
    scene,
    random,
    x: frame.width / 2,
    y: frame.height * 0.44,
    outer:
      own && isPlain(scene)
        ? own
        : own
          ? lighten(saturate(own, 0.8), -0.05)
          : palette.sky[Math.min(2, palette.sky.length - 1)]!,
    inner: own && isPlain(scene) ? lighten(own, 0.06) : own ? lighten(saturate(own, 0.6), 0.2) : palette.sky.at(-1)!,
    light: {
      ...scene.light,
      x: frame.width / 2 - frame.shortSide * 0.5,
      y: -frame.shortSide * 0.3,
      direct: [0.78, 0.7, 0.62],
      ambient: [0.52, 0.5, 0.58],
    },
  }
  paintBackdrop(emblem)
  if (isPlain(scene)) return
  paintHalo(emblem)
  paintLeaves(emblem)
  placeSubjects(emblem)
  for (let k = 0; k < 16; k++) {
    const flower = {
      x: random.next() * frame.width,
      y: frame.height * random.range(0.88, 1),
      radius: frame.shortSide * random.range(0.014, 0.034),
      kind: random.pick(['simple', 'daisy'] as const),
      colour: random.pick(palette.accents),
      tilt: 0.85,
    }
    drawFlower(frame, flower, emblem.light, random)
  }
}

/** « sur fond jaune »: nothing else is behind it. */
function isPlain({ spec }: Scene): boolean {
  return spec.colourOf.has(BACKDROP) && spec.subjects.length > 0
}

function paintBackdrop({ scene, random, x: centreX, y: centreY, inner, outer }: Emblem): void {
  const { frame, palette } = scene
  const noise = new Noise(random)
  const rim = isPlain(scene) ? outer : blendRgb(outer, palette.sky[0]!, 0.35)
  const scale = 1 / frame.shortSide
  for (let y = 0, i = 0; y < frame.height; y++) {
    for (let x = 0; x < frame.width; x++, i++) {
      const distance = Math.hypot((x - centreX) * scale, (y - centreY) * scale) * 1.25
      const warp = noise.fbm(x * scale * 2.2, y * scale * 2.2, 4) * 0.22
      const t = smoothstep(0.1, 0.95, distance + warp)
      frame.r[i] = inner[0] + (rim[0] - inner[0]) * t
      frame.g[i] = inner[1] + (rim[1] - inner[1]) * t
      frame.b[i] = inner[2] + (rim[2] - inner[2]) * t
    }
  }
}

function paintHalo({ scene, random, x, y, inner, outer }: Emblem): void {
  const { frame, palette, spec } = scene
  const radius = frame.shortSide * 0.34
  const halo = mix(palette.core, inner, 0.35)
  disc(frame, [x, y, radius], halo, { alpha: 0.75, label: Label.body })
  glow(frame, [x, y, radius * 1.7], halo, 0.25)
  if (random.chance(0.6)) {
    const ray = mix(halo, outer, 0.35)
    for (let k = 0; k < 90; k++) {
      const cos = Math.cos((k / 90) * TAU)
      const sin = Math.sin((k / 90) * TAU)
      const near = radius * 1.06
      const far = near + frame.shortSide * 0.03
      const spoke = line([x + cos * near, y + sin * near, x + cos * far, y + sin * far], 2.4 * frame.unit, 1)
      fill(frame, [spoke], ray, { alpha: 0.8 })
    }
  }
  if (!palette.isNight && !spec.moods.has('magic')) return
  for (let k = 0; k < 160; k++) {
    const star = [random.next() * frame.width, random.next() * frame.height * 0.9] as const
    disc(frame, [...star, frame.shortSide * 0.0014 * (0.6 + random.next())], [1, 1, 0.95], { alpha: 0.8 })
  }
}

function paintLeaves({ scene, random, x: centreX }: Emblem): void {
  const { frame, palette } = scene
  const light: SceneLight = { ...scene.light, ambient: [0.5, 0.5, 0.55], direct: [0.6, 0.58, 0.5] }
  const size = frame.shortSide
  for (let k = 0; k < 46; k++) {
    const side = k % 2 === 0 ? -1 : 1
    const x = centreX + side * size * random.range(0.2, 0.56)
    const y = frame.height * random.range(0.72, 1.02)
    const length = size * random.range(0.1, 0.2)
    drawLeaf(
      frame,
      {
        x,
        y,
        angle: -Math.PI / 2 + side * random.range(0.1, 0.9),
        length: length * 1.25,
        width: length * 0.19,
        leaf: blendRgb(palette.leaf, palette.leafLight, random.next()),
        direct: 0.55 + 0.4 * random.next(),
      },
      light,
    )
  }
}

function placeSubjects({ scene, random, x, light }: Emblem): void {
  const { frame, spec } = scene
  const { height, shortSide } = frame
  const subject: AskedObject = spec.objects[0] ?? { id: 'heart', count: 1, colour: null, position: null }
  const size = height * (COMPACT.has(subject.id) ? 0.5 : 0.72)
  const count = Math.min(3, subject.count)
  const foot = subject.id === 'lion' ? 0.86 : LIFTED.has(subject.id) ? 0.82 : 0.95
  for (let k = 0; k < count; k++) {
    const at = { x: x + (k - (count - 1) / 2) * shortSide * 0.3, y: height * foot }
    drawAsked(
      scene,
      subject,
      { ...at, height: count > 1 ? size * 0.72 : size },
      { light, random: random.fork(`subject:${k}`) },
    )
  }
  for (const companion of spec.objects.slice(1, 3)) {
    const at = { x: x + shortSide * 0.28, y: height * 0.95, height: height * 0.3 }
    drawAsked(scene, companion, at, { light, random })
  }
}

/** An object of the prompt, in its colour. */
function drawAsked(
  { frame }: Scene,
  object: AskedObject,
  at: { x: number; y: number; height: number },
  { light, random }: { light: SceneLight; random: Random },
): void {
  const colour = colourValue(object.colour)
  drawObject(frame, { name: object.id, ...at, ...(colour && { colour }) }, light, random)
}
