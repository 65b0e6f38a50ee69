import { fromHex, fromHexes, lighten, mix, type Rgb } from '../../core/colour.ts'
import { Label } from '../../core/frame.ts'
import { lit } from '../../core/light.ts'
import { fill } from '../../core/raster.ts'
import { ellipse, line } from '../../core/shapes.ts'
import { drawCypress } from '../../objects/trees/cypress.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import { drawAnyTree, drawLeafyTree, layTerrain, plant, refusesTrees } from '../ground.ts'
import type { Scene } from '../scene.ts'
import { layRoad } from '../terrain/road.ts'
import { type Crop, growCrop, scatterFlowers } from './flowers/flowers.ts'
import { growCulture } from './places/crops.ts'

const CROPS: readonly Crop[] = [
  { kind: 'lavender', colours: fromHexes('#7a4fb0', '#a884d8') as [Rgb, Rgb], frequency: 2.6 },
  { kind: 'sunflower', colours: fromHexes('#e0b02a', '#f6d04a') as [Rgb, Rgb], frequency: 3.2 },
  { kind: 'tulip', colours: fromHexes('#e0405a', '#f2a03c') as [Rgb, Rgb], frequency: 2 },
  { kind: 'poppy', colours: fromHexes('#c8352a', '#7f9a44') as [Rgb, Rgb], frequency: 3.2 },
]
const CEREAL = { colours: fromHexes('#d8b04c', '#f0d382') as [Rgb, Rgb], frequency: 3.2 }
const CYPRESS_GREEN = fromHex('#3f5a38')

/** Rows running to the horizon: lavender, sunflowers, tulips, poppies, or the ears of wheat and millet. */
export function composeField(scene: Scene): void {
  if (growCulture(scene)) return
  const { elements } = scene.spec
  const crop = CROPS.find(({ kind }) => elements.has(kind))
  const named = colourValue(scene.spec.colourOf.get('field'))
  const dyed = named && { ...CEREAL, colours: [lighten(named, -0.06), lighten(named, 0.1)] as const }
  const rows = crop ?? dyed ?? CEREAL
  layRoad(scene, layTerrain(scene, 'hills', { eye: 1.5, relief: 0.42, fog: Math.max(0.028, scene.fog), rows }))
  const isProvencal = crop?.kind === 'lavender' || elements.has('cypress')
  if (!refusesTrees(scene)) {
    plant(scene, { count: 34, depths: [14, 44], height: 0.7 }, (plot, random) => {
      if (!isProvencal) drawAnyTree(scene, plot, random)
      else if (random.chance(0.5)) {
        const tree = { ...plot, height: plot.height * 1.1, leaf: CYPRESS_GREEN }
        drawCypress(scene.frame, tree, scene.light, random)
      } else drawLeafyTree(scene, plot, random)
    })
  }
  if (crop) growCrop(scene, crop)
  else if (elements.has('flowers')) scatterFlowers(scene, scene.frame.height * 0.62, 1300)
  else growEars(scene, named)
}

const STRAW = fromHex('#b58a34')
const RIPE = fromHex('#f2d684')

function growEars(scene: Scene, named: Rgb | null): void {
  const [straw, ripe] = named ? [lighten(named, -0.08), lighten(named, 0.12)] : [STRAW, RIPE]
  const { frame, light } = scene
  const random = scene.random.fork('ears')
  for (let k = 0; k < 900; k++) {
    const near = Math.sqrt(random.next())
    const y = frame.height * (0.74 + 0.34 * near)
    const length = frame.height * 0.11 * (0.35 + near)
    const x = random.next() * frame.width
    const bend = random.gauss() * length * 0.3 + length * 0.12
    const colour = lit(mix(straw, ripe, random.next()), light, 0.6)
    const stalk = line([x, y, x + bend, y - length], length * 0.022, length * 0.014)
    fill(frame, [stalk], colour, { alpha: 0.9, label: Label.plant })
    const grain = lighten(colour, 0.03)
    for (let g = 0; g < 5; g++) {
      const at = [x + bend * (1 - g * 0.045), y - length * (1 - g * 0.05)] as const
      const ear = ellipse(at, [length * 0.025, length * 0.042], bend / length, 8)
      fill(frame, [ear], grain, { alpha: 0.95, label: Label.plant })
    }
  }
}
