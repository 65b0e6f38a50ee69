/** A fuller description: the person's own words, then what they leave open, slot by slot. */
import { readPrompt, type PromptSpec } from '@product/engine/language'

import { maxEnhancedLength, type IntelligenceLanguage, type PromptSlot } from '../../contract/src/index.ts'
import { listOf, namesRefused } from './negatives.ts'
import { read, type Reading } from './reading.ts'
import { slotTexts } from './slot-texts-by-language.ts'

export interface Addition {
  readonly slot: PromptSlot
  readonly text: string
}

export interface Enhanced {
  readonly prompt: string
  readonly negativePrompt: string
  readonly added: readonly Addition[]
  readonly reading: Reading
}

interface EnhanceOptions {
  readonly negativePrompt?: string | null
  /** Names of a reference's colours, the largest first. */
  readonly paletteNames?: readonly string[]
  readonly otherwise?: IntelligenceLanguage | null
}

/** Pure and deterministic. Enhancing what it returned adds nothing. */
export function enhanceByRules(prompt: string, options: EnhanceOptions = {}): Enhanced {
  const reading = read(prompt, options.otherwise ?? null)
  const refused = [...reading.moved, ...listOf(options.negativePrompt ?? '')]
  const added: Addition[] = []
  let text = reading.positive.trim().replace(/[\s,;:]+$/, '')
  for (const addition of planAdditions(reading, refused, options.paletteNames ?? [])) {
    if (reading.filled.has(addition.slot)) continue
    const longer = join(text, addition.text)
    if (longer.length > maxEnhancedLength) break
    text = longer
    added.push(addition)
  }
  return { prompt: text, negativePrompt: negativePromptOf(reading, refused), added, reading }
}

function join(text: string, more: string): string {
  if (!text) return more
  return `${text}${/[.!?…]$/.test(text) ? '' : ','} ${more}`
}

const order = ['composition', 'light', 'colours', 'details', 'mood', 'style'] as const
type AddedSlot = (typeof order)[number]

/** What could be added to the person's own words, whatever was added to them before. */
function planAdditions(reading: Reading, refused: readonly string[], paletteNames: readonly string[]): Addition[] {
  const said = slotsWithoutOurs(reading)
  const plan: Addition[] = []
  let text = reading.own
  const before = readPrompt(text)
  const luck = hash(text)
  for (const slot of order) {
    if (said.has(slot)) continue
    const candidates = turn(candidatesFor(slot, reading, paletteNames), luck)
    const chosen = candidates.find(
      (candidate) => !namesRefused(candidate, refused) && leavesAlone(before, readPrompt(join(text, candidate)), slot),
    )
    if (chosen === undefined) continue
    plan.push({ slot, text: chosen })
    text = join(text, chosen)
  }
  return plan
}

const slotsWithoutOurs = ({ own, language }: Reading): ReadonlySet<PromptSlot> => read(own, language).filled

const candidatesBySlot: Readonly<Record<AddedSlot, (reading: Reading) => readonly string[]>> = {
  composition: (reading) => slotTexts[reading.language].composition[compositionKey(reading)],
  light: (reading) => (reading.kind === 'abstract' ? [] : slotTexts[reading.language].light[lightKey(reading)]),
  colours: coloursFor,
  // What is before a subject is not what surrounds it: somebody in a town is no façade.
  details: ({ kind, family, language }) =>
    kind === 'abstract' ? [] : slotTexts[language].details[kind === 'subject' ? 'default' : family],
  mood: (reading) => slotTexts[reading.language].mood[moodKey(reading)],
  style: ({ kind, language }) => slotTexts[language].style[kind],
}

function candidatesFor(slot: AddedSlot, reading: Reading, paletteNames: readonly string[]): readonly string[] {
  if (slot !== 'colours' || paletteNames.length === 0) return candidatesBySlot[slot](reading)
  return [`${slotTexts[reading.language].paletteOfReference} : ${paletteNames.slice(0, 3).join(', ')}`]
}

/** Where there is no horizon. */
function compositionKey({ family, kind }: Reading) {
  return kind === 'scene' && (family === 'space' || family === 'underwater') ? 'boundless' : kind
}

function moodKey({ family, spec, time }: Reading) {
  if (spec.weather.has('storm')) return 'storm'
  return family === 'desert' && time === 'night' ? 'space' : family
}

const veiling = ['rain', 'storm', 'mist', 'snow', 'overcast', 'harmattan'] as const

/** Weather hides the sun, unless the time of day was asked for as well. */
function isVeiled({ spec, time }: Reading): boolean {
  return (time === 'day' || !spec.isTimeAsked) && veiling.some((weather) => spec.weather.has(weather))
}

function lightKey(reading: Reading) {
  const { kind, family, spec, time } = reading
  if (family === 'space' || family === 'underwater') return family
  if (isVeiled(reading)) return 'veiled'
  return kind === 'subject' && !spec.isTimeAsked ? 'subject' : time
}

function coloursFor(reading: Reading): readonly string[] {
  const { kind, family, language, time } = reading
  const { colours, familyColours } = slotTexts[language]
  if (kind === 'abstract') return colours.abstract
  if (isVeiled(reading)) return colours.veiled
  const always = family === 'underwater' || family === 'space'
  return ((always || time === 'day') && familyColours[family]) || colours[time]
}

/** An addition may not change what the words before it ask for: a word of colour that is also a place would. */
function leavesAlone(before: PromptSpec, after: PromptSpec, slot: AddedSlot): boolean {
  const isSameScene =
    after.environment === before.environment && after.time === before.time && after.isCloseUp === before.isCloseUp
  const mayAddWeather = slot === 'details' && before.weather.size === 0 && before.season === null
  const isSameWeather = mayAddWeather || [...after.weather].every((weather) => before.weather.has(weather))
  const isSameStyle = slot === 'style' || after.styles.every((style) => before.styles.includes(style))
  return isSameScene && isSameWeather && isSameStyle
}

/** The list, from another start; the last, neutral one stays last. */
function turn(candidates: readonly string[], luck: number): readonly string[] {
  if (candidates.length < 3) return candidates
  const choices = candidates.slice(0, -1)
  const start = luck % choices.length
  return [...choices.slice(start), ...choices.slice(0, start), ...candidates.slice(-1)]
}

function negativePromptOf({ language, spec, positive }: Reading, refused: readonly string[]): string {
  const isPhoto = spec.styles.includes('photo')
  const usual = slotTexts[language].avoided
    .filter(({ onlyForPhotos, unless }) => (isPhoto || !onlyForPhotos) && !unless.test(positive))
    .map(({ text }) => text)
  return [...new Set([...refused, ...usual])].join(', ')
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}
