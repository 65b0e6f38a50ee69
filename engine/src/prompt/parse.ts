import type { Random } from '../core/random.ts'
import { chooseEnvironment } from './choose-environment.ts'
import { chooseTime } from './choose-time.ts'
import { attributeColours } from './colours.ts'
import { CLOSE_UP_SUBJECTS } from './homes.ts'
import { type Hit, matchWords } from './match.ts'
import { applyNegations } from './negation.ts'
import { gatherObjects } from './objects.ts'
import {
  type Composition,
  type Element,
  type Environment,
  type Mood,
  type PromptSpec,
  type Season,
  type Style,
  STYLES,
  type TimeOfDay,
  type Weather,
} from './spec.ts'

const SILENT = new Set(['count', 'position', 'negation', 'quality'])

/** Prompt and negative prompt, in French or English, to what they ask for. Any text is accepted. */
export function parsePrompt(prompt: string, negativePrompt: string, random: Random): PromptSpec {
  const match = matchWords(prompt)
  const { hits: kept, refused, removed } = applyNegations(match, negativePrompt)
  const hits = disambiguate(kept, match.tokens)
  const environments = idsOf<Environment>(hits, 'environment')
  const elements = idsOf<Element>(hits, 'element')
  const moods = idsOf<Mood>(hits, 'mood')
  const styles = idsOf<Style>(hits, 'style')
  const composition = idsOf<Composition>(hits, 'composition')
  const { colours, colourOf } = attributeColours(hits)
  const objects = gatherObjects(hits, colourOf)
  const kinds = objects.map((object) => object.id)
  const environment = chooseEnvironment({ environments, elements, objects: kinds, moods, styles })
  const asked = [...idsOf<TimeOfDay>(hits, 'time')]
  const isAlone = kinds[0] !== undefined && environments.size === 0 && elements.size < 2
  return {
    environment,
    environments,
    elements,
    objects,
    time: chooseTime({ asked, environment, elements, moods, styles }, random.fork('time')),
    isTimeAsked: asked.length > 0,
    weather: idsOf<Weather>(hits, 'weather'),
    season: [...idsOf<Season>(hits, 'season')][0] ?? null,
    styles: STYLES.filter((style) => styles.has(style)),
    colours,
    colourOf,
    moods,
    composition,
    refused,
    isCloseUp:
      composition.has('close') ||
      styles.has('bokeh') ||
      environments.has('portrait') ||
      (isAlone && CLOSE_UP_SUBJECTS.has(kinds[0]!)),
    hints: idsOf<string>(hits, 'hint'),
    understood: hits
      .filter((hit) => !SILENT.has(hit.kind))
      .map((hit) => ({ word: hit.word, role: `${hit.kind}:${hit.id}` })),
    ignored: match.unknown,
    removed,
  }
}

function idsOf<Id extends string>(hits: readonly Hit[], kind: Hit['kind']): Set<Id> {
  return new Set(hits.filter((hit) => hit.kind === kind).map((hit) => hit.id as Id))
}

const ROSE_AS_A_FLOWER = /bouquet|roses|rosier/

/** Settles the words whose meaning hangs on their neighbours. */
function disambiguate(hits: readonly Hit[], tokens: readonly string[]): Hit[] {
  const isRoseColour =
    hits.some((hit) => hit.kind === 'colour' && hit.id === 'pink') && !ROSE_AS_A_FLOWER.test(tokens.join(' '))
  const monochrome = hits.filter((hit) => hit.kind === 'style' && hit.id === 'black-and-white')
  return hits.filter((hit) => {
    if (isRoseColour && hit.kind === 'element' && hit.id === 'rose') return false
    const isInside = monochrome.some((style) => hit.at >= style.at && hit.at < style.at + style.length)
    return !(isInside && hit.kind === 'colour')
  })
}
