/** The assistant of the form: it is asked, it proposes, and the person decides. */
import { maxPromptLength, type SuggestedReference } from '@product/contract'
import { create } from 'zustand'

import { uploadReference } from '#entities/generation/generator-api.ts'
import { prepareReference } from '#entities/image/picking/reference-file.ts'
import { describeImage, enhancePrompt } from '#entities/intelligence/intelligence-api.ts'
import { errorLine } from '#i18n/errors.i18n.ts'

import { changeDraft, currentPersonId, getDraft } from '../draft/draft-store.ts'
import type { Draft } from '../draft/draft.ts'

export interface Proposal {
  kind: 'enhance' | 'image'
  text: string
  /** What is new, part by part: each can be left out before the rest is taken. */
  additions: readonly string[]
  /** What « sans neige » leaves the description for. */
  avoid: readonly string[]
  warnings: readonly string[]
  references: readonly SuggestedReference[]
}

type Assistance =
  | { state: 'idle' }
  | { state: 'asking'; kind: Proposal['kind'] }
  | { state: 'proposed'; proposal: Proposal }
  | { state: 'failed'; retry: () => void; detail: string }

export const useAssistant = create<{ assistance: Assistance }>()(() => ({ assistance: { state: 'idle' } }))

/** An answer to a question that nobody waits for any more is not shown. */
let question = 0

export function dismissAssistant(): void {
  question += 1
  useAssistant.setState({ assistance: { state: 'idle' } })
}

export function askToEnhance(): void {
  const { prompt, negativePrompt, references } = getDraft()
  const urls = references.flatMap(({ source, url }) => source ?? url ?? [])
  void ask('enhance', askToEnhance, async () => {
    const result = await enhancePrompt({ prompt, negativePrompt: negativePrompt.trim() || null, references: urls })
    return {
      kind: 'enhance',
      text: result.enhanced_prompt,
      additions: result.added.map(({ text }) => text),
      avoid: without(listOf(result.negative_prompt ?? ''), listOf(negativePrompt)),
      warnings: result.warnings,
      references: result.suggested_references.slice(0, 6),
    }
  })
}

/** Of one's own device, or by the address of a picture that has been sent already. */
export function askToDescribe(picture: Blob | string): void {
  void ask(
    'image',
    () => askToDescribe(picture),
    async () => {
      const result = await describeImage(typeof picture === 'string' ? picture : await send(picture))
      const text = result.suggested_prompt || result.description
      // What is said of the picture that was described is no warning of the one that is to be made.
      return { kind: 'image', text, additions: [text], avoid: [], warnings: [], references: [] }
    },
  )
}

/** The words that the additions follow, where the proposal is only these words and them; else `null`. */
export function baseOf({ kind, text, additions }: Proposal): string | null {
  const end = additions.join(', ')
  return kind === 'enhance' && end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : null
}

/** The whole proposal in place of what was written: the words, what is left out of them, and what it avoids. */
export function replaceByProposal(proposal: Proposal, additions: readonly string[]): void {
  const { avoid, text } = proposal
  const base = baseOf(proposal)
  const prompt = base === null ? text : withoutEnd(`${base}${additions.join(', ')}`)
  take(proposal, { prompt, ...(avoid.length > 0 && { negativePrompt: joined(getDraft().negativePrompt, avoid) }) })
}

/** What was written stays as it is; only these parts follow it. */
export function appendOfProposal(proposal: Proposal, additions: readonly string[]): void {
  const more = additions.length > 0 || baseOf(proposal) !== null ? additions : [proposal.text]
  take(proposal, { prompt: [withoutEnd(getDraft().prompt), ...more].filter(Boolean).join(', ') })
}

function take({ kind }: Proposal, change: Partial<Pick<Draft, 'prompt' | 'negativePrompt'>>): void {
  changeDraft({ ...change, ...(kind === 'enhance' && { isEnhanced: true }) })
  dismissAssistant()
}

function withoutEnd(text: string): string {
  return text.trim().replace(/[.,;]$/u, '')
}

function listOf(text: string): string[] {
  return text
    .split(/[,;\n]/u)
    .map((item) => item.trim())
    .filter(Boolean)
}

function without(items: readonly string[], known: readonly string[]): string[] {
  const folded = new Set(known.map((item) => item.toLowerCase()))
  return items.filter((item) => !folded.has(item.toLowerCase()))
}

/** The person's own list as it was written, and what is not in it. */
function joined(own: string, more: readonly string[]): string {
  return [own.trim().replace(/[,;]$/u, ''), ...without(more, listOf(own))]
    .filter(Boolean)
    .join(', ')
    .slice(0, maxPromptLength)
}

async function ask(kind: Proposal['kind'], retry: () => void, answer: () => Promise<Proposal>): Promise<void> {
  question += 1
  const mine = question
  const tell = (assistance: Assistance) => mine === question && useAssistant.setState({ assistance })
  tell({ state: 'asking', kind })
  try {
    tell({ state: 'proposed', proposal: await answer() })
  } catch (error) {
    tell({ state: 'failed', retry, detail: errorLine(error) })
  }
}

async function send(file: Blob): Promise<string> {
  const userId = currentPersonId()
  if (userId === null) throw new Error('Auth session missing!')
  return uploadReference(userId, await prepareReference(file), 'temp-images')
}
