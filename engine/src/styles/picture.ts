import type { PromptSpec } from '../prompt/spec.ts'

/** What the finishing stages need to know about a picture. */
export interface Picture {
  readonly spec: PromptSpec
  /** Made from references, whose people must stay themselves. */
  readonly isRemix: boolean
}

const LIGHTS = ['sun', 'moon', 'stars', 'aurora', 'rays', 'lanterns', 'candles', 'neons', 'fireworks'] as const

/** True when the words ask for another light: an hour, a weather, a lamp. Colours and moods do not. */
export function namesLight({ isTimeAsked, weather, elements, styles }: PromptSpec): boolean {
  if (isTimeAsked || weather.size > 0) return true
  if (styles.includes('neon') || styles.includes('synthwave')) return true
  return LIGHTS.some((light) => elements.has(light))
}
