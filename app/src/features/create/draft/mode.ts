/** Which mode a request carries (spec §4): a choice, else the Enhance card, else the number of images. */
import type { GenerationMode } from '@product/contract'

export type { GenerationMode }

export interface ModeChoice {
  chosen: GenerationMode | null
  isEnhanced: boolean
  references: number
}

export function modeOf({ chosen, isEnhanced, references }: ModeChoice): GenerationMode {
  if (chosen) return chosen
  if (isEnhanced) return 'enhanced'
  if (references === 0) return 'normal'
  return references === 1 ? 'enhanced' : 'cortexia'
}
