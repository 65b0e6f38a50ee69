// What is painted over a finished scene: weather, what flies, what shines.
import { fromHexes } from '../core/colour.ts'
import type { Random } from '../core/random.ts'
import { paintBirds } from '../objects/overlays/birds.ts'
import { paintBubbles } from '../objects/overlays/bubbles.ts'
import { paintButterflies } from '../objects/overlays/butterflies.ts'
import { paintFireflies } from '../objects/overlays/fireflies.ts'
import { paintFireworks } from '../objects/overlays/fireworks.ts'
import { paintLanterns } from '../objects/overlays/lanterns.ts'
import { paintLightning } from '../objects/overlays/lightning.ts'
import { paintMist } from '../objects/overlays/mist.ts'
import { paintPetals } from '../objects/overlays/petals.ts'
import { paintRain } from '../objects/overlays/rain.ts'
import { paintRays } from '../objects/overlays/rays.ts'
import { paintSnow } from '../objects/overlays/snow.ts'
import { paintStardust } from '../objects/overlays/stardust.ts'
import type { Environment } from '../prompt/spec.ts'
import { refuses, type Scene } from './scene.ts'

/** Pictures without air: no weather falls in them. */
const AIRLESS: ReadonlySet<Environment> = new Set([
  'abstract',
  'mandala',
  'fractal',
  'geometry',
  'wax',
  'bouquet',
  'portrait',
  'table',
  'interior',
  'stage',
])
const BIRD_PLACES: ReadonlySet<Environment> = new Set([
  'sea',
  'mountain',
  'islands',
  'beach',
  'savanna',
  'sky',
  'lake',
  'lagoon',
])
const FAIRY_PLACES: ReadonlySet<Environment> = new Set(['forest', 'garden', 'lake', 'hills', 'field'])

export function applyOverlays(scene: Scene): void {
  const random = scene.random.fork('overlays')
  if (!AIRLESS.has(scene.spec.environment)) {
    applyBirds(scene, random)
    applyWeather(scene, random)
    applyAutumn(scene, random)
    applyRays(scene, random)
  }
  applyLights(scene, random)
  applyBlossom(scene, random)
  const { elements, environment } = scene.spec
  if (elements.has('butterflies')) paintButterflies(scene.frame, scene.light, random.fork('butterflies'))
  if (elements.has('bubbles') && environment !== 'underwater') paintBubbles(scene.frame, random.fork('bubbles'))
}

function applyBirds(scene: Scene, random: Random): void {
  const { frame, spec, light } = scene
  const { environment } = spec
  if (refuses(scene, 'birds') || environment === 'space' || environment === 'underwater') return
  const isAsked = spec.elements.has('birds')
  const draws = random.fork('birds')
  const isLikely = !scene.palette.isNight && BIRD_PLACES.has(environment) && draws.chance(0.5)
  if (!isAsked && !isLikely) return
  const size = frame.shortSide
  paintBirds(
    frame,
    {
      x: frame.width * draws.range(0.3, 0.7),
      y: Math.min(scene.horizon, frame.height) * draws.range(0.25, 0.5),
      count: isAsked ? 17 : 6,
      size: [size * 0.012, size * (isAsked ? 0.05 : 0.024)],
      light,
    },
    draws,
  )
}

function applyWeather(scene: Scene, random: Random): void {
  const { frame, palette, spec } = scene
  const { weather, season } = spec
  const horizon = Math.min(scene.horizon, frame.height)
  if (weather.has('mist') || weather.has('harmattan')) {
    paintMist(frame, { horizon, haze: palette.haze }, random.fork('mist'))
  }
  if (weather.has('storm') && spec.hints.has('lightning')) paintLightning(frame, { horizon }, random.fork('lightning'))
  if (weather.has('rain')) {
    paintRain(frame, { horizon: scene.hasWater ? scene.horizon : undefined }, random.fork('rain'))
  }
  const mightSnow = season === 'winter' && random.fork('snow-chance').chance(0.4)
  if ((weather.has('snow') || mightSnow) && !refuses(scene, 'snow')) paintSnow(frame, random.fork('snow'))
}

function applyAutumn(scene: Scene, random: Random): void {
  const { frame, palette, spec } = scene
  const isAutumn = spec.season === 'autumn'
  if (!(isAutumn || spec.elements.has('leaves')) || refuses(scene, 'leaves') || spec.environment === 'space') return
  const colours = isAutumn ? fromHexes('#d9712a', '#e8a53a', '#b5452a') : [palette.leaf, palette.leafLight]
  paintPetals(frame, { colours, count: 54 }, random.fork('leaves'))
}

function applyRays(scene: Scene, random: Random): void {
  const { spec, sun, palette } = scene
  const hasOwnRays = spec.environment === 'forest' || spec.environment === 'underwater'
  if (!spec.elements.has('rays') || hasOwnRays) return
  paintRays(scene.frame, { ...sun, colour: palette.light }, random.fork('rays'))
}

function applyLights(scene: Scene, random: Random): void {
  const { frame, light, spec } = scene
  const { elements, moods, environment } = spec
  const isFairy = moods.has('magic') && FAIRY_PLACES.has(environment)
  if ((elements.has('fireflies') || isFairy) && !refuses(scene, 'fireflies')) {
    paintFireflies(frame, random.fork('fireflies'))
  }
  if (elements.has('sparks')) paintStardust(frame, random.fork('sparks'))
  const hasBulbs = environment === 'market' || environment === 'courtyard'
  if (elements.has('lanterns') && !hasBulbs) {
    paintLanterns(frame, { light, horizon: scene.hasWater ? scene.horizon : undefined }, random.fork('lanterns'))
  }
  if (elements.has('fireworks')) paintFireworks(frame, scene.horizon, random.fork('fireworks'))
}

function applyBlossom(scene: Scene, random: Random): void {
  const { elements, environment, weather } = scene.spec
  const isBlossom = elements.has('cherry') || environment === 'japan'
  if (!isBlossom || refuses(scene, 'cherry') || weather.has('snow')) return
  paintPetals(scene.frame, { colours: fromHexes('#f7c1d4', '#fbdde8', '#f2a3c0'), count: 60 }, random.fork('petals'))
}
