import { fromHex } from '../../core/colour.ts'
import type { PromptSpec } from '../../prompt/spec.ts'
import { applyColourWords } from './colours.ts'
import { applyMoods, applyPlace, applySeason, applyStyles, applyWeather } from './modifiers.ts'
import type { Palette } from './palette.ts'
import { paletteOfTime } from './times.ts'

export function buildPalette(spec: PromptSpec): Palette {
  const draft = paletteOfTime(spec.time)
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
