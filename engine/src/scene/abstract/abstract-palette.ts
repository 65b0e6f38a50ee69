import { fromHexes, lighten, mix, type Rgb } from '../../core/colour.ts'
import type { Random } from '../../core/random.ts'
import { colourValue } from '../../prompt/colour-values.ts'
import type { Mood } from '../../prompt/spec.ts'
import type { Scene } from '../scene.ts'

const MULTICOLOUR = fromHexes('#1b1464', '#e84393', '#fdcb6e', '#00cec9', '#6c5ce7', '#fff4e0')
const BY_MOOD: readonly (readonly [Mood, readonly Rgb[]])[] = [
  ['dark', fromHexes('#0a0a12', '#2a1a2e', '#5a2a3a', '#8a4a3a', '#d0a070')],
  ['calm', fromHexes('#16324f', '#2a628f', '#5fa8b8', '#b8dcd4', '#f4ead8')],
  ['joy', fromHexes('#e4572e', '#f3a712', '#fff1c1', '#2ec4b6', '#1b4b8a')],
  ['romantic', fromHexes('#4a1a3a', '#a83a6a', '#f07a9a', '#f8c0c0', '#fff0e6')],
  ['sad', fromHexes('#101c2e', '#2a4460', '#5a7a94', '#9ab0bc', '#dce2e0')],
]
const FREE: readonly (readonly Rgb[])[] = [
  fromHexes('#0b132b', '#1c5a7a', '#3fb0a8', '#f2d492', '#f29559'),
  fromHexes('#240046', '#7b2cbf', '#f72585', '#ffb05a', '#fff3d6'),
  fromHexes('#102a43', '#2f6690', '#81c3d7', '#f4e9cd', '#d9594c'),
  fromHexes('#1d2b1f', '#3f6b4a', '#9bb56a', '#f2e2a0', '#d97b3f'),
]

/** Every colour named that is one colour. */
export function namedColours({ spec }: Scene): Rgb[] {
  return spec.colours.flatMap(({ id }) => {
    const value = colourValue(id)
    return value ? [value] : []
  })
}

/** Five colours or so, dark to light: the words', else the mood's, else the hour's, else a draw. */
export function abstractPalette(scene: Scene, random: Random): readonly Rgb[] {
  const { spec } = scene
  if (spec.colours.some(({ id }) => id === 'multicolour')) return MULTICOLOUR
  const named = namedColours(scene)
  if (named.length === 1) {
    const own = named[0]!
    const glow = mix(lighten(own, 0.3), [1, 0.95, 0.85], 0.5)
    return [lighten(own, -0.34), lighten(own, -0.12), own, lighten(own, 0.16), glow]
  }
  if (named.length > 1) {
    return [lighten(named[0]!, -0.3), ...named, mix(lighten(named.at(-1)!, 0.22), [1, 0.96, 0.88], 0.45)]
  }
  const mood = BY_MOOD.find(([id]) => spec.moods.has(id))
  if (mood) return mood[1]
  return spec.isTimeAsked ? scene.palette.sky : random.pick(FREE)
}
