import { blendRgb, fromHex, fromHexes, lighten, type Rgb, scaleRgb } from '../../../core/colour.ts'
import { type Frame, Label } from '../../../core/frame.ts'
import { Noise } from '../../../core/noise.ts'
import type { Random } from '../../../core/random.ts'
import { glow } from '../../../core/raster.ts'
import { clamp, smoothstep } from '../../../core/scalar.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import type { Scene } from '../../scene.ts'

type PlanetKind = 'banded' | 'earthlike' | 'icy'
type PlanetColours = readonly [base: Rgb, light: Rgb, accent: Rgb]

const KINDS: readonly PlanetKind[] = ['banded', 'earthlike', 'icy']
const COLOURS: Readonly<Record<PlanetKind, PlanetColours>> = {
  banded: fromHexes('#c98a58', '#f0d2a0', '#8a4a30') as unknown as PlanetColours,
  earthlike: fromHexes('#1d5a9a', '#e8f2f4', '#3f8a5a') as unknown as PlanetColours,
  icy: fromHexes('#5a6ad0', '#c0a8f0', '#2a2f7a') as unknown as PlanetColours,
}

interface Planet {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly kind: PlanetKind
  readonly colours: PlanetColours
  readonly atmosphere: Rgb
  readonly hasRing: boolean
  readonly ringAngle: number
  readonly lightX: number
  readonly lightY: number
  readonly noise: Noise
}

const LIGHT_Z = 0.55

/** Planets in the sky: the first large, the others small. */
export function drawPlanets(scene: Scene, count: number): void {
  const random = scene.random.fork('planets')
  const noise = new Noise(random)
  for (let k = 0; k < count; k++) drawPlanet(scene.frame, choosePlanet(scene, k === 0, random, noise))
}

function choosePlanet(scene: Scene, isFirst: boolean, random: Random, noise: Noise): Planet {
  const { frame, spec } = scene
  const isSpace = spec.environment === 'space'
  const isEarth = spec.environment === 'moon' || (isFirst && spec.elements.has('earth'))
  const large = frame.shortSide * random.range(0.15, 0.24) * (isSpace ? 1.15 : 0.6)
  const small = frame.shortSide * random.range(0.04, 0.08)
  const drawn = random.pick(KINDS)
  const kind = isEarth ? 'earthlike' : drawn
  const own = colourValue(spec.colourOf.get('planet'))
  const colours: PlanetColours = own ? [lighten(own, -0.1), lighten(own, 0.15), own] : COLOURS[kind]
  const angle = random.range(-2.6, -0.6)
  return {
    radius: isFirst ? large : small,
    x: frame.width * (isFirst ? random.pick([0.28, 0.7]) : random.range(0.15, 0.85)),
    y: frame.height * (isSpace ? random.range(0.28, 0.62) : random.range(0.14, 0.26)),
    kind,
    colours,
    atmosphere: lighten(colours[1], 0.04),
    hasRing: !isEarth && isFirst && (spec.hints.has('rings') || random.chance(0.55)),
    ringAngle: random.range(-0.5, 0.5),
    lightX: Math.cos(angle) * 0.8,
    lightY: Math.sin(angle) * 0.8,
    noise,
  }
}

function drawPlanet(frame: Frame, planet: Planet): void {
  glow(frame, [planet.x, planet.y, planet.radius * 1.35], planet.atmosphere, 0.28)
  if (planet.hasRing) drawRing(frame, planet, false)
  drawGlobe(frame, planet)
  if (planet.hasRing) drawRing(frame, planet, true)
}

function drawGlobe(frame: Frame, planet: Planet): void {
  const { x: centreX, y: centreY, radius, atmosphere } = planet
  const right = Math.min(frame.width - 1, centreX + radius + 1)
  const bottom = Math.min(frame.height - 1, centreY + radius + 1)
  for (let y = Math.max(0, (centreY - radius - 1) | 0); y <= bottom; y++) {
    for (let x = Math.max(0, (centreX - radius - 1) | 0); x <= right; x++) {
      const dx = (x + 0.5 - centreX) / radius
      const dy = (y + 0.5 - centreY) / radius
      const distance = Math.hypot(dx, dy)
      const covered = clamp((1 - distance) * radius + 0.5)
      if (covered <= 0) continue
      const dz = Math.sqrt(Math.max(0, 1 - distance * distance))
      const surface = surfaceAt(planet, Math.atan2(dx, dz + 0.001), dy)
      const facing = dx * planet.lightX + dy * planet.lightY + dz * LIGHT_Z
      const light = 0.03 + smoothstep(-0.12, 0.75, facing) * 1.06
      const rim = (1 - dz) ** 3 * smoothstep(-0.3, 0.5, facing) * 0.6
      const i = y * frame.width + x
      frame.blend(
        i,
        [
          surface[0] * light + atmosphere[0] * rim,
          surface[1] * light + atmosphere[1] * rim,
          surface[2] * (light + 0.02) + atmosphere[2] * rim * 1.16,
        ],
        covered,
      )
      frame.label[i] = Label.body
    }
  }
}

const DRY_LAND = fromHex('#b5a070')
const CLOUD: Rgb = [0.97, 0.98, 1]
const POLE: Rgb = [0.95, 0.97, 1]

function surfaceAt({ kind, colours, noise, radius }: Planet, longitude: number, latitude: number): Rgb {
  const [base, light, accent] = colours
  if (kind !== 'earthlike') {
    const flow = noise.fbm(longitude * 1.4, latitude * 3, 4) * 0.35
    const bands = (latitude + flow * 0.35) * (kind === 'banded' ? 15 : 9) + noise.at(latitude * 7, radius) * 2.4
    const stripes = blendRgb(base, light, 0.5 + 0.5 * Math.sin(bands))
    return blendRgb(stripes, accent, clamp(0.5 + noise.at(latitude * 5 + flow * 2, 9 + longitude * 0.5)) * 0.5)
  }
  const relief = noise.fbm(longitude * 1.6 + 5, latitude * 2.2, 5)
  const land = blendRgb(accent, DRY_LAND, clamp(relief * 2))
  const sea = blendRgb(base, light, 0.12 * clamp(0.5 + relief))
  const ground = relief > 0.06 ? land : sea
  const frozen = blendRgb(ground, POLE, smoothstep(0.82, 0.9, Math.abs(latitude) + relief * 0.1))
  return blendRgb(frozen, CLOUD, smoothstep(0.05, 0.35, noise.fbm(longitude * 2.6 + 60, latitude * 4.2, 5)) * 0.85)
}

const RING_FLATNESS = 0.26

function drawRing(frame: Frame, planet: Planet, isFront: boolean): void {
  const { x: centreX, y: centreY, radius, ringAngle } = planet
  const cos = Math.cos(ringAngle)
  const sin = Math.sin(ringAngle)
  const right = Math.min(frame.width, centreX + radius * 2.5)
  const bottom = Math.min(frame.height, centreY + radius * 2.4)
  for (let y = Math.max(0, (centreY - radius * 2.4) | 0); y < bottom; y++) {
    for (let x = Math.max(0, (centreX - radius * 2.5) | 0); x < right; x++) {
      const dx = (x - centreX) / radius
      const dy = (y - centreY) / radius
      const v = (-dx * sin + dy * cos) / RING_FLATNESS
      if (v > 0 !== isFront) continue
      const alpha = ringAlpha(planet.noise, Math.hypot(dx * cos + dy * sin, v))
      if (alpha <= 0) continue
      const brightness = 0.75 + 0.2 * planet.lightX * dx
      frame.blend(y * frame.width + x, scaleRgb(planet.atmosphere, brightness), alpha)
    }
  }
}

function ringAlpha(noise: Noise, distance: number): number {
  if (distance < 1.28 || distance > 2.25) return 0
  const grain = clamp(0.35 + 0.55 * noise.at(distance * 19, 3) + 0.3 * noise.at(distance * 53, 8))
  const gap = Math.abs(distance - 1.86) < 0.035 ? 0.12 : 0.85
  return grain * smoothstep(1.28, 1.36, distance) * smoothstep(2.25, 2.1, distance) * gap
}
