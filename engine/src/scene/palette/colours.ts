// What colour words do to a palette: free ones pull all of it, others recolour the thing they were said of.
import { fromLch, lighten, mix, type Rgb, toLch } from '../../core/colour.ts'
import type { ColourName } from '../../prompt/asked.ts'
import { COLOUR_VALUES, colourValue } from '../../prompt/colour-values.ts'
import type { AskedColour, PromptSpec } from '../../prompt/spec.ts'
import type { PaletteDraft } from './palette.ts'

interface Pull {
  readonly name: Exclude<ColourName, 'multicolour'>
  readonly weight: number
}

/** Turns the hue towards the word's while keeping lightness: a blue sunset stays a sunset. */
function pull(colour: Rgb, name: Pull['name'], share: number): Rgb {
  if (name === 'black') return lighten(colour, -0.14 * share)
  if (name === 'white') return mix(colour, [0.96, 0.96, 0.96], share * 0.5)
  const [lightness, chroma] = toLch(colour)
  const [, wordChroma, wordHue] = toLch(COLOUR_VALUES[name])
  return mix(colour, fromLch([lightness, Math.max(chroma, wordChroma * 0.62), wordHue]), share)
}

function pullsOf(colours: readonly AskedColour[]): Pull[] {
  return colours.flatMap(({ id, weight }) => (id === 'multicolour' ? [] : [{ name: id, weight }]))
}

export function applyColourWords(draft: PaletteDraft, spec: PromptSpec): void {
  const pulls = pullsOf(spec.colours)
  for (const { name, weight } of pulls) {
    const share = (0.42 * weight) / Math.max(1, pulls.length * 0.75)
    const stops = draft.sky.length
    draft.sky = draft.sky.map((colour, i) => pull(colour, name, share * (i / stops > 0.7 ? 0.7 : 1.15)))
    draft.haze = pull(draft.haze, name, share)
    draft.cloudLit = pull(draft.cloudLit, name, share * 0.6)
    draft.cloudShade = pull(draft.cloudShade, name, share)
    if (weight >= 1) draft.leafLight = pull(draft.leafLight, name, share * 0.6)
  }
  recolourThings(draft, spec)
  const words = pulls.map(({ name }) => COLOUR_VALUES[name])
  draft.accents =
    words.length >= 2
      ? [...words, ...draft.sky.slice(1, 3)]
      : [draft.light, draft.sky[1]!, draft.sky[2]!, draft.haze, ...words]
}

function recolourThings(draft: PaletteDraft, { colourOf }: PromptSpec): void {
  const sky = colourValue(colourOf.get('sky'))
  if (sky)
    draft.sky = draft.sky.map((colour, i) => mix(colour, lighten(sky, -0.12 + (0.3 * i) / draft.sky.length), 0.6))
  const sea = colourValue(colourOf.get('sea') ?? colourOf.get('lake') ?? colourOf.get('lagoon'))
  if (sea) {
    draft.waterDeep = mix(draft.waterDeep, lighten(sea, -0.25), 0.75)
    draft.waterShallow = mix(draft.waterShallow, sea, 0.75)
  }
  const forest = colourValue(colourOf.get('forest'))
  if (forest) {
    draft.leaf = lighten(forest, -0.08)
    draft.leafLight = lighten(forest, 0.1)
  }
  const sun = colourValue(colourOf.get('sun'))
  if (sun) {
    draft.core = sun
    draft.light = mix(draft.light, sun, 0.6)
  }
}
