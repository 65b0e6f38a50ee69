import { fromHex } from '../../core/colour.ts'
import type { Random } from '../../core/random.ts'
import type { PromptSpec } from '../../prompt/spec.ts'
import { type Air, applyAir } from './airs.ts'
import { applyColourWords } from './colours.ts'
import { applyMoods, applyPlace, applySeason, applyStyles, applyWeather } from './modifiers.ts'
import type { Palette } from './palette.ts'
import { paletteOfTime } from './times.ts'

export function buildPalette(spec: PromptSpec, air: Air | null, random: Random): Palette {
  const draft = paletteOfTime(spec.time)
  if (air) applyAir(draft, air, random)
  applySeason(draft, spec)
  applyWeather(draft, spec)
  applyMoods(draft, spec)
  applyStyles(draft, spec)
  applyPlace(draft, spec)
  applyColourWords(draft, spec)
  // The red sun of woodblock prints.
  if (spec.styles.includes('woodblock') && !spec.colourOf.has('sun')) draft.core = fromHex('#d8402f')
  return draft
}
