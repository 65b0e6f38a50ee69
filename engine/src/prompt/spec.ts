// What a prompt asks for, once understood. Every name here is a stable code: the app translates it.

import type { AskedSubject, ColourName, Position } from './asked.ts'

export const ENVIRONMENTS = [
  'portrait',
  'wax',
  'mandala',
  'fractal',
  'geometry',
  'bouquet',
  'underwater',
  'space',
  'moon',
  'mars',
  'volcano',
  'canyon',
  'market',
  'courtyard',
  'savanna',
  'japan',
  'paris',
  'orient',
  'city',
  'village',
  'ice',
  'desert',
  'lagoon',
  'beach',
  'islands',
  'sea',
  'lake',
  'mountain',
  'forest',
  'field',
  'garden',
  'hills',
  'abstract',
  'sky',
  'subject',
  'synthwave',
  'table',
  'interior',
  'stage',
  'street',
  'stadium',
] as const
export type Environment = (typeof ENVIRONMENTS)[number]

export const OBJECTS = [
  'sailboat',
  'rowboat',
  'lighthouse',
  'house',
  'cabin',
  'castle',
  'eiffel-tower',
  'bridge',
  'windmill',
  'torii',
  'pagoda',
  'pyramid',
  'balloon',
  'rocket',
  'astronaut',
  'robot',
  'cat',
  'fox',
  'wolf',
  'deer',
  'horse',
  'unicorn',
  'owl',
  'whale',
  'fish',
  'jellyfish',
  'butterfly',
  'bird',
  'person',
  'couple',
  'car',
  'minibus',
  'mushroom',
  'lantern',
  'heart',
  'crystal',
  'dragon',
  'ballerina',
  'tent',
  'campfire',
  'elephant',
  'giraffe',
  'lion',
  'baobab',
  'hut',
  'mask',
  'stall',
] as const
export type ObjectKind = (typeof OBJECTS)[number]

export type Element =
  | 'sun'
  | 'moon'
  | 'stars'
  | 'clouds'
  | 'aurora'
  | 'rainbow'
  | 'vase'
  | 'earth'
  | 'planet'
  | 'conifer'
  | 'broadleaf'
  | 'palm'
  | 'cherry'
  | 'cypress'
  | 'cactus'
  | 'bamboo'
  | 'flowers'
  | 'rose'
  | 'lavender'
  | 'sunflower'
  | 'poppy'
  | 'tulip'
  | 'peony'
  | 'daisy'
  | 'lotus'
  | 'birds'
  | 'fireflies'
  | 'lanterns'
  | 'candles'
  | 'neons'
  | 'rock'
  | 'road'
  | 'grass'
  | 'fish'
  | 'jellyfish'
  | 'butterflies'
  | 'bubbles'
  | 'rays'
  | 'leaves'
  | 'sparks'
  | 'great-wave'
  | 'fireworks'

export type TimeOfDay = 'dawn' | 'day' | 'sunset' | 'dusk' | 'night'

export type Weather = 'rain' | 'snow' | 'mist' | 'storm' | 'wind' | 'overcast' | 'harmattan'

export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

/** In the order they are applied; of the first twenty only one is. */
export const STYLES = [
  'pixel',
  'stained-glass',
  'mosaic',
  'cubism',
  'woodblock',
  'watercolour',
  'low-poly',
  'pop',
  'engraving',
  'sketch',
  'pastel',
  'pointillism',
  'impressionism',
  'oil',
  'poster',
  'paper',
  'photo',
  'minimal',
  'synthwave',
  'neon',
  'glitch',
  'dream',
  'fantasy',
  'black-and-white',
  'bokeh',
] as const
export type Style = (typeof STYLES)[number]

export type Mood = 'calm' | 'joy' | 'sad' | 'dark' | 'romantic' | 'hope' | 'epic' | 'warm' | 'cold' | 'magic'

export type Composition = 'wide' | 'close' | 'symmetry' | 'low-angle' | 'empty'

export interface AskedObject {
  readonly id: ObjectKind
  readonly count: number
  readonly colour: ColourName | null
  readonly position: Position | null
}

export interface AskedColour {
  readonly id: ColourName
  /** 1 free, 0.7 said of the sky, the sea or the forest, 0.35 said of an object. */
  readonly weight: number
}

export interface Understood {
  /** As typed, without accents. */
  readonly word: string
  /** kind:id, for instance `environment:sea`. */
  readonly role: string
}

/** A prompt understood. Sets hold only what is wanted: negatives are already taken out, and kept in `refused`. */
export interface PromptSpec {
  /** The scene to compose. */
  readonly environment: Environment
  /** Every environment named. */
  readonly environments: ReadonlySet<Environment>
  readonly elements: ReadonlySet<Element>
  readonly objects: readonly AskedObject[]
  /** Drawn in the order of their depth; the first one is what the picture is of. */
  readonly subjects: readonly AskedSubject[]
  readonly time: TimeOfDay
  /** False when the time was chosen, not asked for. */
  readonly isTimeAsked: boolean
  readonly weather: ReadonlySet<Weather>
  readonly season: Season | null
  /** In order of application. */
  readonly styles: readonly Style[]
  readonly colours: readonly AskedColour[]
  /** The colour said of one thing, by its id: an object, an element, or an environment (sky, sea, forest). */
  readonly colourOf: ReadonlyMap<string, ColourName>
  readonly moods: ReadonlySet<Mood>
  readonly composition: ReadonlySet<Composition>
  /** Ids of any kind that must not appear. */
  readonly refused: ReadonlySet<string>
  readonly isCloseUp: boolean
  /** Words of special meaning met: futuristic, tropical, collage, unicorn, feast. */
  readonly hints: ReadonlySet<string>
  /** How many flowers a bouquet has, where the words say it. */
  readonly blooms: number | null
  /** To be written on a poster, a card or a logo, as typed. */
  readonly lettering: readonly string[]
  readonly understood: readonly Understood[]
  /** Words that mean nothing to the engine. */
  readonly ignored: readonly string[]
  /** Words taken out by a negation or by the negative prompt. */
  readonly removed: readonly string[]
}
