/** One question to a language model: structured, in time, and every way it can fail told apart. */
import type { LanguageModel } from 'ai'
import * as v from 'valibot'

import { ModelFailure } from '../intelligence.ts'

export interface ModelQuestion<Answer> {
  readonly model: LanguageModel
  readonly instructions: string
  /** The person's own text and our figures: material, never instructions. */
  readonly material: Readonly<Record<string, unknown>>
  readonly pictures: readonly Uint8Array[]
  readonly schema: v.GenericSchema<unknown, Answer>
  /** The same for the model (JSON Schema). */
  readonly jsonSchema: Readonly<Record<string, unknown>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const retries = 1

/** @throws {ModelFailure}, or the signal's own reason */
export async function askModel<Answer>(question: ModelQuestion<Answer>): Promise<Answer> {
  const { generateText, jsonSchema, Output } = await import('ai')
  const { instructions, material, model, pictures, schema } = question
  // NOTE: what a model cannot do is no news for the console of a server.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(question.timeoutMs)])
  try {
    const { output } = await generateText({
      model,
      instructions,
      maxRetries: retries,
      abortSignal: signal,
      output: Output.object({ schema: jsonSchema<Answer>(question.jsonSchema, { validate: validatorOf(schema) }) }),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: JSON.stringify(material) },
            ...pictures.map((data) => ({ type: 'file' as const, data, mediaType: 'image/jpeg' })),
          ],
        },
      ],
    })
    return output
  } catch (error) {
    if (question.signal.aborted) throw question.signal.reason
    throw await toFailure(error, signal)
  }
}

function validatorOf<Answer>(schema: v.GenericSchema<unknown, Answer>) {
  return (value: unknown) => {
    const parsed = v.safeParse(schema, value)
    if (parsed.success) return { success: true as const, value: parsed.output }
    return { success: false as const, error: new Error(parsed.issues[0].message) }
  }
}

async function toFailure(error: unknown, signal: AbortSignal): Promise<ModelFailure> {
  const { APICallError, LoadAPIKeyError, NoObjectGeneratedError, NoOutputGeneratedError, RetryError } =
    await import('ai')
  if (error instanceof ModelFailure) return error
  if (signal.aborted) return new ModelFailure('model_timeout', 'The model did not answer in time', error)
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (APICallError.isInstance(last)) return ofStatus(last.statusCode, last)
  if (LoadAPIKeyError.isInstance(last)) return new ModelFailure('model_misconfigured', 'The key is not set', last)
  if (NoObjectGeneratedError.isInstance(last)) {
    const isRefusal = last.finishReason === 'content-filter'
    return new ModelFailure(isRefusal ? 'model_refused' : 'model_unusable_answer', 'The model gave no answer', last)
  }
  if (NoOutputGeneratedError.isInstance(last)) {
    return new ModelFailure('model_refused', 'The model gave no answer', last)
  }
  return new ModelFailure('model_unusable_answer', 'The answer could not be read', last)
}

function ofStatus(status: number | undefined, cause: unknown): ModelFailure {
  if (status === undefined) return new ModelFailure('model_unreachable', 'The model cannot be reached', cause)
  const message = `The model answered ${status}`
  if (status === 429) return new ModelFailure('model_busy', message, cause)
  if (status === 401 || status === 403 || status === 404) return new ModelFailure('model_misconfigured', message, cause)
  if (status >= 500) return new ModelFailure('model_unreachable', message, cause)
  return new ModelFailure(status >= 400 ? 'model_refused' : 'model_unusable_answer', message, cause)
}
