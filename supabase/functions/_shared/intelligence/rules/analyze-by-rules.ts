/** How complete a description is, what the engine reads in it, and how to make it. */
import { promptSlots, type GenerationMode, type PromptSlot } from '../../contract/src/index.ts'
import type { Reading } from './reading.ts'

export interface Analyzed {
  /** 0–1 */
  readonly score: number
  readonly filled: PromptSlot[]
  readonly missing: PromptSlot[]
  readonly detected: {
    readonly scene: string | null
    readonly time: string | null
    readonly styles: string[]
    readonly colours: string[]
    readonly objects: string[]
    readonly moods: string[]
    readonly removed: string[]
  }
  readonly ignored: string[]
}

export function analyzeByRules({ filled, moved, spec }: Reading): Analyzed {
  const isSceneNamed = spec.environments.size > 0 || spec.objects.length > 0 || spec.elements.size > 0
  return {
    ...scoreOf(filled),
    detected: {
      scene: isSceneNamed ? spec.environment : null,
      time: spec.isTimeAsked ? spec.time : null,
      styles: [...spec.styles],
      colours: [...new Set(spec.colours.map(({ id }) => id))],
      objects: [...new Set([...spec.objects.map(({ id }) => id), ...spec.elements])],
      moods: [...spec.moods],
      removed: [...moved],
    },
    ignored: [...spec.ignored],
  }
}

export function scoreOf(filled: ReadonlySet<PromptSlot>): Pick<Analyzed, 'score' | 'filled' | 'missing'> {
  const said = promptSlots.filter((slot) => filled.has(slot))
  const score = Math.round((said.length / promptSlots.length) * 100) / 100
  return { score, filled: said, missing: promptSlots.filter((slot) => !filled.has(slot)) }
}

/** Spec §4. */
export function recommendedMode(imageCount: number): GenerationMode {
  if (imageCount === 0) return 'normal'
  return imageCount === 1 ? 'enhanced' : 'cortexia'
}

const upright =
  /\bportrait|\bvisage|\bface\b|affiche|poster|\bvertical|couverture de livre|book cover|smartphone|téléphone/i
const wide = /panoram|\bhorizontal|paysage|landscape|bannière|banner|grand angle|wide/i

export function recommendedSize({ own, spec }: Reading): { width: number; height: number } {
  if (spec.environments.has('portrait') || upright.test(own)) return { width: 832, height: 1216 }
  if (spec.composition.has('wide') || wide.test(own)) return { width: 1216, height: 832 }
  return { width: 1024, height: 1024 }
}
