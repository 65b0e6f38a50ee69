/** An image engine of a test: a local server in OpenAI's words, which answers at once, later, or not at all. */
import { setTimeout as delay } from 'node:timers/promises'

import { jsonOf, startFakeServer, type Asked, type FakeServer } from '../engines/fake-server.ts'
import { pngOf } from '../engines/pictures.ts'

export interface TestEngine extends AsyncDisposable {
  /** What the server under test is told about it. */
  readonly settings: Readonly<Record<string, string>>
  readonly server: FakeServer
  /** Seeds whose picture it refuses for good, and what it answers. */
  readonly refused: Map<number, number>
  /** The same by a word of the prompt. */
  readonly refusedWords: Map<string, number>
  /** No answer until it is called. */
  hold(): () => void
}

const usual = 200

/** `delayMs`: how long it seems to paint. */
export async function startTestEngine({ delayMs = 0 } = {}): Promise<TestEngine> {
  const picture = (await pngOf(256, 256)).toString('base64')
  const refused = new Map<number, number>()
  const refusedWords = new Map<string, number>()
  let gate: Promise<void> = Promise.resolve()

  const server = await startFakeServer(async (asked) => {
    const byWord = [...refusedWords].find(([word]) => asked.body.includes(word))?.[1]
    const status = byWord ?? refused.get(seedOf(asked)) ?? usual
    await gate
    if (delayMs > 0) await delay(delayMs)
    // The code of a picture that it cannot use: other wrong requests are the operator's fault.
    const error = { message: 'no', type: 'image_generation_user_error', code: 'invalid_image_file' }
    if (status !== usual) return { status, body: { error } }
    return { body: { created: 0, data: [{ b64_json: picture }] } }
  })
  return {
    server,
    refused,
    refusedWords,
    settings: {
      IMAGE_ENGINE: 'openai-compatible',
      IMAGE_BASE_URL: `${server.url}/v1`,
      IMAGE_DIALECT: 'localai',
      IMAGE_ATTEMPTS: '1',
      IMAGE_BREAKER_FAILURES: '1000',
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = Promise.resolve()
        resolve()
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function seedOf(asked: Asked): number {
  return asked.body.length === 0 ? Number.NaN : Number(jsonOf(asked)['seed'])
}
