/** Whether a picture may be asked for, and whether it may be shown: rules of our own, and a service where one is named. */
import { moderationSettings } from '../../settings/generation.ts'
import { providerSettings } from '../../settings/images.ts'
import { readSetting, readSettings } from '../../settings/reader.ts'
import { observeEngine } from '../engine-events.ts'
import { EngineError, type Block, type ImageOrder } from '../image-engine.ts'
import type { MadePicture } from '../pictures/made-picture.ts'
import { rules, type Rule } from './moderation-rules.ts'
import { askModeration, type ModerationService } from './moderation-service.ts'
import { readWords, type ReadWord } from './moderation-text.ts'

/**
 * The first rule that refuses the prompt, with the words as the person wrote them; null lets it pass. What is to be left
 * out of a picture (`negative`) is no wish for it, and is only read by the service.
 */
export function checkRules(prompt: string): Block | null {
  const words = readWords(prompt)
  for (const rule of rules) {
    const terms = termsOf(rule, words)
    if (terms !== null) return { rule: rule.id, terms }
  }
  return null
}

/**
 * Called before anything is held or made: our rules, then the service at `MODERATION_URL`, if any.
 *
 * @throws {EngineError} `engine_busy` where the service does not answer: nothing is made that nobody has looked at
 */
export async function reviewPrompt(
  prompt: string,
  negative: string | null,
  signal: AbortSignal = AbortSignal.timeout(10_000),
): Promise<Block | null> {
  const block = checkRules(prompt)
  const service = chosenService()
  if (block !== null || service === null) return block
  return review(service, negative ? `${prompt}\n(without: ${negative})` : prompt, signal)
}

/** The chain's own look before it asks an engine; the service has seen the prompt already, but not the references. */
export async function reviewOrder({ prompt, references }: ImageOrder, signal: AbortSignal): Promise<Block | null> {
  const block = checkRules(prompt)
  if (block !== null) return block
  for (const reference of references) {
    const found = await reviewPicture(reference, signal)
    if (found !== null) return found
  }
  return null
}

/** What came out, before anybody sees it. Engines tell their providers' own flags by `moderation_blocked`. */
export async function reviewMade({ file, type, isNeural }: MadePicture, signal: AbortSignal): Promise<Block | null> {
  // NOTE: the built-in engine cannot invent what is not in a reference, and those have been looked at.
  return isNeural ? reviewPicture({ file, type }, signal) : null
}

async function reviewPicture(
  picture: { readonly file: Uint8Array; readonly type: string },
  signal: AbortSignal,
): Promise<Block | null> {
  const denyList = readSetting(moderationSettings.denyList)
  if (denyList !== undefined && (await isDeniedBy(denyList, picture.file))) return { rule: 'denied-picture', terms: [] }
  const service = chosenService()
  return service?.looksAtPictures ? review(service, picture, signal) : null
}

async function isDeniedBy(denyList: string, file: Uint8Array): Promise<boolean> {
  // NOTE: loaded where there is such a list: it decodes pictures, and reading a prompt does not.
  const { isDenied } = await import('./denied-pictures.ts')
  // NOTE: a reference that nobody can read is refused for that, by the engine.
  return isDenied(file, denyList).catch((cause: unknown) => {
    if ((cause as { code?: unknown } | null)?.code === undefined) return false
    throw new EngineError('engine_busy', 'The list of denied pictures cannot be read', { isRetryable: false, cause })
  })
}

async function review(
  service: ModerationService,
  subject: string | { readonly file: Uint8Array; readonly type: string },
  signal: AbortSignal,
): Promise<Block | null> {
  const verdict = await askModeration(service, subject, signal)
  if (verdict.isKnown) return verdict.categories.length > 0 ? toBlock(verdict.categories) : null
  observeEngine({ kind: 'moderation.unanswered', status: verdict.status })
  throw new EngineError('engine_busy', 'The moderation service does not answer', { isRetryable: false })
}

function toBlock(categories: readonly string[]): Block {
  return { rule: `service:${categories[0] ?? 'flagged'}`, terms: [] }
}

function chosenService(): ModerationService | null {
  const { url, key, model = null, looksAtPictures } = readSettings(moderationSettings)
  if (url === undefined) return null
  return { url, key: key ?? readSetting(providerSettings.openaiKey) ?? null, model, looksAtPictures }
}

interface Found {
  readonly at: number
  readonly end: number
  readonly written: string
}

/** A word of every group, close to each other; null where one is missing. */
function termsOf(rule: Rule, words: readonly ReadWord[]): readonly string[] | null {
  const { every, harmless = [], unless = [], within = Number.POSITIVE_INFINITY } = rule
  if (unless.some((phrase) => find(words, phrase).length > 0)) return null
  const excused = new Set(harmless.flatMap((phrase) => find(words, phrase).flatMap(({ at, end }) => range(at, end))))
  const groups = every.map((phrases) =>
    phrases
      .flatMap((phrase) => find(words, phrase))
      .filter(({ at, end }) => !range(at, end).some((i) => excused.has(i))),
  )
  const [first = [], ...others] = groups
  for (const found of first) {
    const near = others.map((group) => group.find(({ at }) => Math.abs(at - found.at) <= within))
    if (near.every((other) => other !== undefined)) return [found, ...near].map(({ written }) => written)
  }
  return null
}

function find(words: readonly ReadWord[], phrase: string): Found[] {
  const wanted = phrase.split(' ')
  return words.flatMap((_, at) => {
    const part = words.slice(at, at + wanted.length)
    const isThere = part.length === wanted.length && part.every((word, i) => is(word, wanted[i]!))
    return isThere ? [{ at, end: at + wanted.length, written: part.map(({ written }) => written).join(' ') }] : []
  })
}

function is({ text, bare }: ReadWord, wanted: string): boolean {
  return [text, bare].some((word) => word === wanted || word === `${wanted}s` || word === `${wanted}x`)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}
