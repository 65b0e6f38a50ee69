// A subject close up in its own place: the place out of focus, the subject large in front.
import { boxBlur } from '../core/blur.ts'
import { blendRgb, fromHex, mapRgb, mix } from '../core/colour.ts'
import { type Frame, Label } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import { disc, glow } from '../core/raster.ts'
import { smoothstep } from '../core/scalar.ts'
import { drawObject } from '../objects/draw-object.ts'
import { drawGrass } from '../objects/trees/grass.ts'
import { colourValue } from '../prompt/colour-values.ts'
import type { ObjectKind } from '../prompt/spec.ts'
import type { Scene } from './scene.ts'

const COMPACT: ReadonlySet<ObjectKind> = new Set(['heart', 'crystal', 'butterfly'])

export function bringClose(scene: Scene): void {
  const { frame, palette, spec } = scene
  const object = spec.objects[0]!
  defocus(frame)
  scatterBokeh(scene)
  if (spec.elements.has('moon') || spec.elements.has('sun')) raiseDisc(scene)
  const light = { ...scene.light, ambient: mapRgb(scene.light.ambient, (v) => v * 1.15 + 0.08) }
  const colour = colourValue(object.colour)
  drawObject(
    frame,
    {
      name: object.id,
      x: frame.width / 2,
      y: frame.height * 0.97,
      height: frame.height * (COMPACT.has(object.id) ? 0.5 : 0.7),
      ...(colour && { colour }),
    },
    light,
    scene.random.fork('close-up'),
  )
  const { leaf, leafLight } = palette
  const meadow = { top: frame.height * 0.93, count: 260, length: frame.height * 0.09, leaf, leafLight }
  drawGrass(frame, meadow, scene.light, scene.random.fork('close-grass'))
}

function defocus(frame: Frame): void {
  const { width, height } = frame
  const radius = Math.max(2, 7 * frame.unit)
  for (const channel of [frame.r, frame.g, frame.b]) {
    channel.set(boxBlur({ width, height, data: channel }, radius, 2).data)
  }
}

function scatterBokeh({ frame, palette, random }: Scene): void {
  const draws = random.fork('bokeh')
  for (let k = 0; k < 26; k++) {
    const x = draws.next() * frame.width
    const y = draws.next() * frame.height * 0.8
    const radius = frame.shortSide * draws.range(0.012, 0.05)
    const colour = blendRgb(draws.pick(palette.accents), [1, 1, 1], 0.25)
    const alpha = 0.1 + 0.12 * draws.next()
    disc(frame, [x, y, radius], colour, { alpha })
    disc(frame, [x, y, radius * 0.94], colour, { alpha: alpha * 0.5 })
  }
}

/** A large moon or sun behind the subject. */
function raiseDisc({ frame, palette, spec, random }: Scene): void {
  const isMoon = spec.elements.has('moon')
  const colour = isMoon ? mix(fromHex('#f2f4ff'), palette.light, 0.3) : palette.core
  const x = frame.width / 2
  const y = frame.height * 0.42
  const radius = frame.shortSide * 0.33
  glow(frame, [x, y, frame.shortSide * 0.62], colour, 0.5)
  disc(frame, [x, y, radius], colour, { alpha: 0.96, label: Label.body })
  if (!isMoon) return
  const noise = new Noise(random.fork('moon-seas'))
  const scale = 6 / frame.shortSide
  for (let row = Math.max(0, (y - radius) | 0); row < Math.min(frame.height, y + radius); row++) {
    for (let column = Math.max(0, (x - radius) | 0); column < Math.min(frame.width, x + radius); column++) {
      if (Math.hypot(column - x, row - y) >= radius) continue
      const shade = 0.2 * smoothstep(0.02, 0.35, noise.fbm(column * scale, row * scale, 4))
      frame.blend(row * frame.width + column, [0, 0, 0], shade)
    }
  }
}
