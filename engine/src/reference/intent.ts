// What the words ask of a reference.
import type { Element, Environment, PromptSpec } from '../prompt/spec.ts'
import { namesLight } from '../styles/picture.ts'

const ATMOSPHERE = /^(?:environment|time|weather|mood|colour|season):/
const SKY_ELEMENTS: readonly Element[] = ['sun', 'moon', 'stars', 'clouds', 'aurora', 'rainbow', 'fireworks']

/** Words that change how everything looks, beyond adding a thing. */
export function asksForAtmosphere(spec: PromptSpec): boolean {
  if (isStyledByLight(spec) || namesSkyElement(spec)) return true
  return spec.understood.some(({ role }) => ATMOSPHERE.test(role))
}

export function asksForSky(spec: PromptSpec): boolean {
  const { isTimeAsked, weather, environments, refused } = spec
  // Clouds are refused with the sky they are in; a sky refused by name stays as it is.
  if (refused.has('sky') && !refused.has('clouds')) return false
  return isTimeAsked || weather.size > 0 || environments.has('space') || namesSkyElement(spec)
}

export function asksForColoursOnly(spec: PromptSpec): boolean {
  return spec.colours.length > 0 && spec.moods.size === 0 && spec.season === null && !namesLight(spec)
}

/** True when the change of colour is the point of the words. */
export function isExplicit(spec: PromptSpec): boolean {
  const { isTimeAsked, colours, moods, weather, season } = spec
  if (isTimeAsked || season !== null || isStyledByLight(spec)) return true
  return colours.length + moods.size + weather.size > 0
}

/** Styles that are a light of their own. */
function isStyledByLight({ styles }: PromptSpec): boolean {
  return styles.some((style) => style === 'neon' || style === 'synthwave' || style === 'dream')
}

function namesSkyElement({ elements }: PromptSpec): boolean {
  return SKY_ELEMENTS.some((element) => elements.has(element))
}

/** Scenes without air of their own: the open sky stands in for them. */
const AIRLESS: ReadonlySet<Environment> = new Set([
  'portrait',
  'subject',
  'bouquet',
  'abstract',
  'geometry',
  'mandala',
  'fractal',
  'wax',
])

/** The scene whose colours and light the picture takes. */
export function targetSpec(spec: PromptSpec): PromptSpec {
  const environment = AIRLESS.has(spec.environment) ? 'sky' : spec.environment
  return { ...spec, environment, objects: [], subjects: [], isCloseUp: false, composition: new Set() }
}

/** The same air above a plain horizon, with nothing in front of it. */
export function skySpec(spec: PromptSpec): PromptSpec {
  const isSpace = spec.environment === 'space'
  const elements = new Set(SKY_ELEMENTS.filter((element) => spec.elements.has(element)))
  const refused = new Set([...spec.refused, 'birds'])
  return {
    ...targetSpec(spec),
    environment: isSpace ? 'space' : 'sea',
    elements,
    refused,
    moods: new Set(),
    styles: [],
  }
}
