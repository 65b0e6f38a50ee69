import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { observeEngine } from '../../functions/_shared/image-engines/engine-events.ts'

let lines: string[]

beforeEach(() => {
  lines = []
  vi.spyOn(console, 'info').mockImplementation((line: string) => void lines.push(line))
  vi.stubEnv('LOG_FORMAT', 'json')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const attempt = { job: 'j', engine: 'openai', attempt: 1, ms: 5 } as const

/** One of each level. */
function observeAll(): (string | undefined)[] {
  observeEngine({ kind: 'engine.made', ...attempt, bytes: 1 })
  observeEngine({ kind: 'engine.failed', ...attempt, problem: 'engine_failed', fault: 'engine', upstream: '500' })
  observeEngine({ kind: 'engine.failed', ...attempt, problem: 'engine_failed', fault: 'operator', upstream: '401' })
  return lines.map((line) => (JSON.parse(line) as { level?: string }).level)
}

test.each([
  ['debug', ['info', 'warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['', ['info', 'warn', 'error']],
  ['WARN', ['warn', 'error']],
  ['error', ['error']],
  ['silent', []],
])('LOG_LEVEL=%s lets through %j', (level, expected) => {
  vi.stubEnv('LOG_LEVEL', level)
  expect(observeAll()).toEqual(expected)
})

test('one line of JSON each, like the server’s own', () => {
  vi.stubEnv('LOG_LEVEL', 'info')
  observeEngine({ kind: 'engine.made', ...attempt, bytes: 1 })
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    msg: 'engine.made',
    ...attempt,
    bytes: 1,
  })
})
