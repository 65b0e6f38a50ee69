import type { SubjectHome } from '../subjects/subject.ts'
import { AIRBORNE, HOME_OF, HOME_OF_MOOD, HOME_OF_SEASON, HOME_OF_TIME, HOME_OF_WEATHER } from './homes.ts'
import {
  type Element,
  type Environment,
  ENVIRONMENTS,
  type Mood,
  type ObjectKind,
  type Season,
  type Style,
  type TimeOfDay,
  type Weather,
} from './spec.ts'

export interface Clues {
  readonly environments: ReadonlySet<Environment>
  readonly elements: ReadonlySet<Element>
  readonly objects: readonly ObjectKind[]
  readonly moods: ReadonlySet<Mood>
  readonly styles: ReadonlySet<Style>
  /** The hour that is asked for. */
  readonly time: TimeOfDay | null
  readonly weather: ReadonlySet<Weather>
  readonly season: Season | null
  /** Of what the picture is of, where that is a subject. */
  readonly home: SubjectHome | null
  /** In a room of a building that is named. */
  readonly isWithin: boolean
  /** Cloth comes first, and what it is printed with after it. */
  readonly isCloth: boolean
  /** A logo or an icon: the subject alone on a disc. */
  readonly isEmblem: boolean
  /** « sur fond jaune » */
  readonly isOnPlainGround: boolean
  /** Words are to be written on it. */
  readonly isLettered: boolean
}

/** Kinds of pictures that hold nobody. */
const FLAT: ReadonlySet<Environment> = new Set(['portrait', 'wax', 'bouquet', 'abstract', 'geometry'])
const NOT_UNDER_STARS: ReadonlySet<Environment> = new Set(['space', 'sky', 'abstract', 'portrait', 'geometry'])
const AROUND_A_MASK: ReadonlySet<Environment> = new Set(['wax', 'savanna', 'portrait'])
/** What is small is seen on a table there, and not in the middle of the place. */
const AROUND_A_TABLE: ReadonlySet<Environment> = new Set(['city', 'paris', 'orient', 'courtyard', 'street', 'table'])
const CAMPERS: ReadonlySet<ObjectKind> = new Set(['cabin', 'tent', 'campfire', 'wolf', 'person', 'couple', 'cat'])
const OF_THE_SKY: ReadonlySet<Element> = new Set([
  'clouds',
  'birds',
  'stars',
  'moon',
  'sun',
  'rainbow',
  'aurora',
  'rays',
  'sparks',
  'lanterns',
  'planet',
])

/** Named as the country or the town that a room is in. */
const COUNTRIES: ReadonlySet<Environment> = new Set(['savanna', 'city', 'paris', 'orient', 'wax'])

/** The one scene to compose, from everything named. */
export function chooseEnvironment(clues: Clues): Environment {
  if (clues.isEmblem && standsAlone(clues)) return 'subject'
  if (clues.isCloth) return 'wax'
  return (
    onPlainGround(clues) ??
    byTheBridge(clues) ??
    within(clues) ??
    laidUpon(clues) ??
    combined(clues) ??
    aboutTheSky(clues) ??
    aboutASubject(clues) ??
    named(clues.environments) ??
    implied(clues)
  )
}

/** It is of a thing, or of words. */
function standsAlone({ home, objects, isLettered, environments }: Clues): boolean {
  return home !== null || objects.length > 0 || (isLettered && environments.size === 0)
}

function named(environments: ReadonlySet<Environment>): Environment | null {
  return ENVIRONMENTS.find((environment) => environments.has(environment)) ?? null
}

interface Combination {
  readonly named: readonly Environment[]
  readonly unless?: Environment
  readonly gives: Environment
}

const COMBINATIONS: readonly Combination[] = [
  { named: ['sea', 'mountain'], gives: 'islands' },
  { named: ['lake', 'forest'], unless: 'mountain', gives: 'lake' },
  { named: ['forest', 'mountain'], gives: 'mountain' },
  { named: ['field', 'mountain'], gives: 'field' },
  { named: ['city', 'lake'], gives: 'lake' },
  { named: ['village', 'lagoon'], gives: 'lagoon' },
  { named: ['village', 'savanna'], gives: 'savanna' },
  { named: ['desert', 'beach'], gives: 'beach' },
  { named: ['geometry', 'interior'], gives: 'interior' },
  { named: ['city', 'beach'], gives: 'beach' },
  { named: ['city', 'lagoon'], gives: 'lagoon' },
  { named: ['city', 'garden'], gives: 'garden' },
  { named: ['city', 'interior'], gives: 'interior' },
  { named: ['paris', 'interior'], gives: 'interior' },
  { named: ['city', 'table'], gives: 'table' },
  { named: ['city', 'street'], gives: 'street' },
  { named: ['city', 'stage'], gives: 'stage' },
  { named: ['city', 'stadium'], gives: 'stadium' },
]

function combined(clues: Clues): Environment | null {
  const { environments: all } = clues
  const grounds = new Set([...all].filter((environment) => !NOT_UNDER_STARS.has(environment)))
  if (all.has('space') && grounds.size > 0) return combined({ ...clues, environments: grounds }) ?? named(grounds)
  if (all.has('wax')) return aboutCloth(clues)
  const rule = COMBINATIONS.find(
    ({ named, unless }) => named.every((environment) => all.has(environment)) && !(unless && all.has(unless)),
  )
  if (rule) return rule.gives
  // « africain » says savanna; any other place named beside it is the place meant.
  if (!all.has('savanna')) return null
  return named(new Set([...all].filter((environment) => environment !== 'savanna' && environment !== 'sky')))
}

const CLOTH_ONLY: ReadonlySet<Environment> = new Set(['wax', 'savanna', 'abstract', 'geometry', 'sky'])

/** Cloth fills the picture alone; worn by somebody it fills a portrait; in a place it is only worn there. */
function aboutCloth(clues: Clues): Environment {
  const places = new Set([...clues.environments].filter((environment) => !CLOTH_ONLY.has(environment)))
  if (places.size > 0) return combined({ ...clues, environments: places }) ?? named(places) ?? 'wax'
  if (clues.home !== null) return clues.home
  return clues.objects.includes('person') || clues.objects.includes('couple') ? 'portrait' : 'wax'
}

function onPlainGround({ isOnPlainGround, home, environments }: Clues): Environment | null {
  return isOnPlainGround && home !== null && environments.size === 0 ? 'subject' : null
}

/** « un taxi traverse le pont, Dakar le soir »: there is water under it. */
function byTheBridge({ objects, environments, home }: Clues): Environment | null {
  const isInTown = [...environments].every((id) => id === 'city')
  return objects.includes('bridge') && isInTown && home === 'street' ? 'lagoon' : null
}

function within({ isWithin, environments, home }: Clues): Environment | null {
  return isWithin && [...environments].every((id) => COUNTRIES.has(id)) ? home : null
}

function laidUpon({ environments, home }: Clues): Environment | null {
  return home === 'table' && [...environments].every((id) => AROUND_A_TABLE.has(id)) ? home : null
}

/** « ciel » with something that stands on the ground means that ground. */
function aboutTheSky({ environments, elements, objects }: Clues): Environment | null {
  if (!environments.has('sky')) return null
  if (environments.size > 1) return named(new Set([...environments].filter((environment) => environment !== 'sky')))
  const object = objects.find((id) => !AIRBORNE.has(id) && id !== 'heart' && id !== 'astronaut' && HOME_OF[id])
  if (object) return HOME_OF[object] ?? null
  const element = [...elements].find((id) => !OF_THE_SKY.has(id) && HOME_OF[id])
  if (element) return HOME_OF[element] ?? null
  if (elements.has('aurora')) return 'ice'
  return elements.has('stars') || elements.has('moon') ? 'mountain' : null
}

function aboutASubject({ environments, objects, home }: Clues): Environment | null {
  const ground = objects.find((id) => !AIRBORNE.has(id) && HOME_OF[id])
  if (home === 'sky' && ground && environments.size === 0) return HOME_OF[ground]!
  if (home !== null && [...environments].every((environment) => FLAT.has(environment))) return home
  if (environments.has('portrait') && objects.length > 0 && objects[0] !== 'person') return 'subject'
  const isMask = objects.includes('mask') && [...environments].every((environment) => AROUND_A_MASK.has(environment))
  return isMask ? 'subject' : null
}

function implied(clues: Clues): Environment {
  return impliedByThings(clues) ?? impliedByTheHour(clues) ?? 'abstract'
}

function impliedByTheHour({ time, weather, season }: Clues): Environment | null {
  const [first] = weather
  if (first) return HOME_OF_WEATHER[first]
  if (time) return HOME_OF_TIME[time]
  return season && HOME_OF_SEASON[season]
}

function impliedByThings({ elements, objects, moods, styles }: Clues): Environment | null {
  if (styles.has('synthwave')) return 'synthwave'
  if (elements.has('aurora')) return 'ice'
  const isUnderStars = elements.has('stars') || elements.has('moon')
  if (isUnderStars && !elements.has('fireflies') && objects.some((id) => CAMPERS.has(id))) return 'mountain'
  for (const id of [...objects, ...elements]) {
    const home = HOME_OF[id]
    if (home) return home
  }
  if (objects.length > 0) return 'subject'
  for (const mood of moods) {
    const home = HOME_OF_MOOD[mood]
    if (home) return home
  }
  return null
}
