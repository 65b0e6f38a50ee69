import { fromHexes, type Rgb } from '../../../core/colour.ts'
import { colourValue } from '../../../prompt/colour-values.ts'
import { refuses, type Scene } from '../../scene.ts'
import { paintSky } from '../../sky/paint-sky.ts'
import { drawPlanets } from './planets.ts'

const VOID = fromHexes('#02030a', '#050714', '#060816', '#04050e')
const NEBULAE = [
  fromHexes('#2b4fc0', '#a43ab8', '#ff8a5a'),
  fromHexes('#1f8a9a', '#3a5ad0', '#c05ad8'),
  fromHexes('#7a2a8a', '#e0507a', '#ffb56a'),
  fromHexes('#1a5a8a', '#2fb0a0', '#e8d08a'),
]
const COMPANIONS = fromHexes('#2f6ad0', '#c04a9a', '#8a5ad8')

export function composeSpace(scene: Scene): void {
  const { frame, spec, random } = scene
  const own = spec.colours.flatMap(({ id }): Rgb[] => {
    const value = colourValue(id)
    return value ? [value] : []
  })
  const nebula = own.length > 0 ? [...own, ...COMPANIONS].slice(0, 3) : random.fork('gas').pick(NEBULAE)
  paintSky(
    frame,
    {
      ...scene.sky,
      colours: VOID,
      horizon: frame.height,
      sun: null,
      moon: null,
      stars: 2.2,
      milkyWay: 0,
      clouds: 0,
      nebula,
    },
    random,
  )
  if (!refuses(scene, 'planet')) drawPlanets(scene, spec.elements.has('planet') ? 2 : 1)
}
