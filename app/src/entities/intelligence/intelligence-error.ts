import { FunctionErrorBody, intelligenceError, type FunctionErrorCode } from '@product/contract'
import * as v from 'valibot'

/** `message` is the specification's technical line (spec §8). */
export class IntelligenceError extends Error {
  override readonly name = 'IntelligenceError'
  readonly code: FunctionErrorCode | null

  constructor(status: number, text: string) {
    super(intelligenceError(status, text))
    const told = v.safeParse(v.pipe(v.string(), v.parseJson(), FunctionErrorBody), text)
    this.code = told.success ? told.output.code : null
  }
}
