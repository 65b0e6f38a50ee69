import type { Hit } from '../match.ts'
import type { Weather } from '../spec.ts'

/** A snowman stands in it. */
export function withSnow(weather: ReadonlySet<Weather>, hits: readonly Hit[]): ReadonlySet<Weather> {
  return hits.some(({ word }) => SNOWMEN.test(word)) ? new Set([...weather, 'snow' as const]) : weather
}

const SNOWMEN = /^(?:bonhommes? de neige|snowm[ae]n)/
