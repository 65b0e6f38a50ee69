// What words add to a reference without redrawing it: weather, small lives, flowers, at most two named objects.
import { fromHexes, type Rgb } from '../core/colour.ts'
import type { Frame } from '../core/frame.ts'
import type { SceneLight } from '../core/light.ts'
import type { Random } from '../core/random.ts'
import { fill } from '../core/raster.ts'
import { ellipse } from '../core/shapes.ts'
import { drawObject, objectHeights } from '../objects/draw-object.ts'
import { drawFlower, type FlowerKind } from '../objects/flowers/draw-flower.ts'
import { paintBirds } from '../objects/overlays/birds.ts'
import { paintBubbles } from '../objects/overlays/bubbles.ts'
import { paintButterflies } from '../objects/overlays/butterflies.ts'
import { paintFireflies } from '../objects/overlays/fireflies.ts'
import { paintLanterns } from '../objects/overlays/lanterns.ts'
import { paintLightning } from '../objects/overlays/lightning.ts'
import { paintMist } from '../objects/overlays/mist.ts'
import { paintPetals } from '../objects/overlays/petals.ts'
import { paintRain } from '../objects/overlays/rain.ts'
import { paintRays } from '../objects/overlays/rays.ts'
import { paintSnow, settleSnow } from '../objects/overlays/snow.ts'
import { paintStardust } from '../objects/overlays/stardust.ts'
import { colourValue } from '../prompt/colour-values.ts'
import type { AskedObject, ObjectKind, PromptSpec } from '../prompt/spec.ts'

export interface Setting {
  readonly spec: PromptSpec
  readonly light: SceneLight
  /** In pixels from the top. */
  readonly horizon: number
}

interface Adornment {
  readonly name: string
  readonly isAsked: (spec: PromptSpec) => boolean
  /** Ids that forbid it. */
  readonly refusedBy: readonly string[]
  readonly paint: (frame: Frame, setting: Setting, random: Random) => void
}

const BLOSSOM = fromHexes('#f7c1d4', '#fbdde8', '#f2a3c0')
const AUTUMN = fromHexes('#d9712a', '#e8a53a', '#b5452a')

const ADORNMENTS: readonly Adornment[] = [
  {
    name: 'mist',
    isAsked: ({ weather }) => weather.has('mist') || weather.has('harmattan'),
    refusedBy: ['mist', 'harmattan'],
    paint: (frame, { light, horizon }, random) => paintMist(frame, { horizon, haze: light.haze }, random),
  },
  {
    name: 'snow',
    isAsked: ({ weather }) => weather.has('snow'),
    refusedBy: ['snow'],
    paint: (frame, _, random) => {
      settleSnow(frame)
      paintSnow(frame, random)
    },
  },
  {
    name: 'flowers',
    isAsked: ({ elements, environments }) =>
      elements.has('flowers') || environments.has('garden') || kindsAsked(elements).length > 0,
    refusedBy: ['flowers'],
    paint: plantFlowers,
  },
  {
    name: 'lightning',
    isAsked: ({ weather }) => weather.has('storm'),
    refusedBy: ['storm'],
    paint: (frame, { horizon }, random) => paintLightning(frame, { horizon }, random),
  },
  {
    name: 'rays',
    isAsked: ({ elements }) => elements.has('rays'),
    refusedBy: ['rays'],
    paint: (frame, { light }, random) => paintRays(frame, { x: light.x, y: light.y, colour: light.direct }, random),
  },
  {
    name: 'birds',
    isAsked: ({ elements }) => elements.has('birds'),
    refusedBy: ['birds', 'bird'],
    paint: releaseBirds,
  },
  {
    name: 'fireflies',
    isAsked: ({ elements, moods }) => elements.has('fireflies') || moods.has('magic'),
    refusedBy: ['fireflies'],
    paint: (frame, _, random) => paintFireflies(frame, random),
  },
  {
    name: 'stardust',
    isAsked: ({ elements }) => elements.has('sparks'),
    refusedBy: ['sparks'],
    paint: (frame, _, random) => paintStardust(frame, random),
  },
  {
    name: 'rain',
    isAsked: ({ weather }) => weather.has('rain'),
    refusedBy: ['rain'],
    paint: (frame, _, random) => paintRain(frame, {}, random),
  },
  {
    name: 'objects',
    isAsked: ({ objects }) => objects.length > 0,
    refusedBy: [],
    paint: (frame, setting, random) => {
      for (const object of setting.spec.objects.slice(0, 2)) placeObject(frame, object, setting, random)
    },
  },
  {
    name: 'lanterns',
    isAsked: ({ elements }) => elements.has('lanterns'),
    refusedBy: ['lanterns', 'lantern'],
    paint: (frame, { light }, random) => paintLanterns(frame, { light }, random),
  },
  {
    name: 'butterflies',
    isAsked: ({ elements }) => elements.has('butterflies'),
    refusedBy: ['butterflies', 'butterfly'],
    paint: (frame, { light }, random) => paintButterflies(frame, light, random),
  },
  {
    name: 'bubbles',
    isAsked: ({ elements }) => elements.has('bubbles'),
    refusedBy: ['bubbles'],
    paint: (frame, _, random) => paintBubbles(frame, random),
  },
  {
    name: 'petals',
    isAsked: ({ elements }) => elements.has('cherry'),
    refusedBy: ['cherry', 'petals'],
    paint: (frame, _, random) => paintPetals(frame, { colours: BLOSSOM, count: 70 }, random),
  },
  {
    name: 'leaves',
    isAsked: ({ elements, season }) => elements.has('leaves') || season === 'autumn',
    refusedBy: ['leaves'],
    paint: (frame, _, random) => paintPetals(frame, { colours: AUTUMN, count: 54 }, random),
  },
]

/** Adds what the words ask for and a refusal does not forbid, in place. */
export function adorn(frame: Frame, setting: Setting, random: Random): void {
  const { spec } = setting
  for (const { name, isAsked, refusedBy, paint } of ADORNMENTS) {
    if (isAsked(spec) && !refusedBy.some((id) => spec.refused.has(id))) paint(frame, setting, random.fork(name))
  }
}

function releaseBirds(frame: Frame, { light, horizon }: Setting, random: Random): void {
  const side = frame.shortSide
  const flock = {
    x: frame.width * random.range(0.35, 0.65),
    y: Math.max(frame.height * 0.12, horizon * random.range(0.3, 0.5)),
    count: 14,
    size: [side * 0.015, side * 0.05] as const,
    light,
  }
  paintBirds(frame, flock, random)
}

const FLOWER_COLOURS: Readonly<Record<FlowerKind, readonly Rgb[]>> = {
  simple: fromHexes('#f25f7a', '#f7c64a', '#a878e0'),
  daisy: fromHexes('#ffffff', '#fff6e0'),
  sunflower: fromHexes('#f4bd2a'),
  tulip: fromHexes('#e0405a', '#f2b03c', '#f07aa8'),
  rose: fromHexes('#d8305a', '#f2a6b8'),
  peony: fromHexes('#f2a0bc', '#f7c8d8'),
  poppy: fromHexes('#e23a2a', '#f0563a'),
  lavender: fromHexes('#8a5fc8', '#a884d8'),
  lotus: fromHexes('#f2a6c8', '#f7d0e0'),
}
const NAMED_FLOWERS = ['daisy', 'sunflower', 'tulip', 'rose', 'peony', 'poppy', 'lavender', 'lotus'] as const
const MEADOW = ['simple', 'daisy', 'peony'] as const

function kindsAsked(elements: PromptSpec['elements']): FlowerKind[] {
  return NAMED_FLOWERS.filter((kind) => elements.has(kind))
}

/** A bank of flowers over the lower quarter, larger in front. */
function plantFlowers(frame: Frame, { spec, light }: Setting, random: Random): void {
  const { width, height, shortSide } = frame
  const asked = kindsAsked(spec.elements)
  const kinds: readonly FlowerKind[] = asked.length > 0 ? asked : MEADOW
  const named = colourValue(spec.colourOf.get('flowers'))
  const depths = Array.from({ length: 90 }, () => 1.03 - 0.26 * random.next() ** 1.6).sort((a, b) => a - b)
  for (const depth of depths) {
    const nearness = (depth - 0.75) * 3.4
    const kind = random.pick(kinds)
    const flower = {
      kind,
      x: random.next() * width,
      y: height * depth,
      radius: shortSide * (0.012 + 0.035 * nearness * nearness) * random.range(0.7, 1.2),
      colour: named ?? random.pick(FLOWER_COLOURS[kind]),
      tilt: 0.8,
    }
    drawFlower(frame, flower, light, random)
  }
}

const AIRBORNE: ReadonlySet<ObjectKind> = new Set(['balloon', 'bird', 'dragon', 'rocket', 'butterfly', 'lantern'])

function placeObject(frame: Frame, object: AskedObject, { light, horizon }: Setting, random: Random): void {
  const count = Math.min(4, object.count)
  const isAirborne = AIRBORNE.has(object.id)
  const height = objectHeights[object.id] * frame.height * (isAirborne ? 1 : 0.9)
  const colour = colourValue(object.colour)
  for (let k = 0; k < count; k++) {
    const placement = {
      name: object.id,
      x: frame.width * (count > 1 ? (k + 0.5) / count : sideOf(object)),
      y: isAirborne ? Math.max(height, horizon * 0.7) : frame.height * 0.96,
      height,
    }
    if (!isAirborne) castShadow(frame, placement)
    drawObject(frame, colour ? { ...placement, colour } : placement, light, random.fork(`${object.id}:${k}`))
  }
}

const SHADOW: Rgb = [0.04, 0.04, 0.06]

/** What stands on the ground darkens it. */
function castShadow(frame: Frame, { x, y, height }: { x: number; y: number; height: number }): void {
  for (const size of [1, 0.75, 0.5])
    fill(frame, [ellipse([x, y], [height * 0.4 * size, height * 0.05 * size])], SHADOW, { alpha: 0.16 })
}

function sideOf({ position }: AskedObject): number {
  if (position === 'left') return 0.25
  return position === 'centre' || position === 'front' ? 0.5 : 0.72
}
