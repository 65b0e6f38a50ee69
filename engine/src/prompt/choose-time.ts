import type { Random } from '../core/random.ts'
import type { Element, Environment, Mood, Style, TimeOfDay } from './spec.ts'

export interface TimeClues {
  readonly asked: readonly TimeOfDay[]
  readonly environment: Environment
  readonly elements: ReadonlySet<Element>
  readonly moods: ReadonlySet<Mood>
  readonly styles: ReadonlySet<Style>
}

const NIGHT_ELEMENTS: readonly Element[] = ['aurora', 'stars', 'moon', 'fireflies', 'neons', 'fireworks']
const SUNSET_PLACES: ReadonlySet<Environment> = new Set(['desert', 'savanna', 'canyon', 'synthwave'])
const MOOD_TIMES: readonly (readonly [Mood, TimeOfDay])[] = [
  ['romantic', 'sunset'],
  ['warm', 'sunset'],
  ['sad', 'dusk'],
  ['dark', 'dusk'],
  ['hope', 'dawn'],
]
const SEASIDE: readonly TimeOfDay[] = ['sunset', 'day', 'dawn']

/** Asked for, else what the scene calls for, else a draw where several times are beautiful. */
export function chooseTime(clues: TimeClues, random: Random): TimeOfDay {
  const { asked, elements, environment, moods, styles } = clues
  if (asked.includes('sunset')) return 'sunset'
  if (asked[0]) return asked[0]
  if (NIGHT_ELEMENTS.some((element) => elements.has(element))) return 'night'
  if (environment === 'space' || environment === 'moon' || styles.has('neon')) return 'night'
  if (styles.has('synthwave')) return 'sunset'
  const byMood = MOOD_TIMES.find(([mood]) => moods.has(mood))
  if (byMood) return byMood[1]
  if (SUNSET_PLACES.has(environment)) return 'sunset'
  const isDrawn = ['sea', 'islands', 'lagoon', 'mountain', 'lake'].includes(environment)
  return isDrawn ? random.pick(SEASIDE) : 'day'
}
