/** The sdapi engine before a server of one of its families. */
import { expect, onTestFinished } from 'vitest'

import { EngineError, type ImageEngine } from '../../../functions/_shared/image-engines/image-engine.ts'
import type { SdapiSettings } from '../../../functions/_shared/image-engines/sdapi/sdapi-server.ts'
import { createSdapiEngine } from '../../../functions/_shared/image-engines/sdapi/sdapi.ts'
import { painted } from '../own-orders.ts'
import { startFakeSdapi, type FakeSdapi, type FakeSdapiOptions } from './fake-sdapi.ts'

export type Family = FakeSdapiOptions['family']

export const orderPath: Readonly<Record<Family, string>> = {
  web: 'POST /sdapi/v1/txt2img',
  'cpp-web': 'POST /sdapi/v1/txt2img',
  next: 'POST /sdapi/v2/jobs',
  cpp: 'POST /sdcpp/v1/img_gen',
}

export interface SdapiUnderTest {
  readonly picture: Buffer
  readonly fake: FakeSdapi
  readonly engine: ImageEngine
  readonly create: (changes?: Partial<SdapiSettings>) => ImageEngine
}

export async function startSdapi(
  family: Family,
  settings: Partial<SdapiSettings> = {},
  login?: string,
): Promise<SdapiUnderTest> {
  const picture = await painted()
  const fake = await startFakeSdapi({ picture, family, ...(login !== undefined && { login }) })
  onTestFinished(() => fake[Symbol.asyncDispose]())
  const usual = { url: fake.url, user: null, password: null, model: null, steps: null, pollMs: 10, ...settings }
  const create = (changes: Partial<SdapiSettings> = {}) => createSdapiEngine({ ...usual, ...changes })
  return { picture, fake, create, engine: create() }
}

export async function refused(work: Promise<unknown>): Promise<EngineError> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(EngineError)
  return error as EngineError
}
