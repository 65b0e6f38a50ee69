/** Who answers questions about descriptions and pictures: the built-in rules, or a language model, behind one interface. */
import type { FallbackReason, IntelligenceLanguage, PromptTranslation } from '../contract/src/index.ts'
import type { Look } from './images/image-worker.ts'
import type { Analyzed } from './rules/analyze-by-rules.ts'
import type { Addition } from './rules/enhance-by-rules.ts'

export interface TextQuestion {
  readonly prompt: string
  readonly negativePrompt: string | null
  /** The images that were looked at, of `imageCount` that were given. */
  readonly looks: readonly Look[]
  readonly imageCount: number
  /** Where the text itself does not tell. */
  readonly language: IntelligenceLanguage | null
  readonly signal: AbortSignal
}

export interface PictureQuestion {
  readonly look: Look
  readonly language: IntelligenceLanguage | null
  readonly signal: AbortSignal
}

export interface ToTranslate {
  readonly prompt: string
  readonly into: IntelligenceLanguage
  readonly signal: AbortSignal
}

interface Worded {
  readonly language: IntelligenceLanguage
  /** Sentences for the person. */
  readonly warnings: readonly string[]
}

export interface Analysis extends Worded, Analyzed {}

export interface Enhancement extends Worded {
  readonly prompt: string
  readonly negativePrompt: string
  readonly added: readonly Addition[]
}

export interface PictureDescription extends Worded {
  readonly description: string
  readonly suggestedPrompt: string
}

export interface Translated extends Worded {
  /** Null from the rules: they know no other language. */
  readonly translation: PromptTranslation | null
}

/** Every answer may fail with `ModelFailure`, and with the signal's own reason. */
export interface Intelligence {
  readonly source: 'rules' | 'llm'
  analyze(question: TextQuestion): Promise<Analysis>
  enhance(question: TextQuestion): Promise<Enhancement>
  describe(question: PictureQuestion): Promise<PictureDescription>
  translate(question: ToTranslate): Promise<Translated>
}

/** A language model gave nothing that can be shown; `message` holds neither keys nor what was asked. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly reason: FallbackReason

  constructor(reason: FallbackReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
