import { PassThrough } from 'node:stream'

import pg from 'pg'
import { expect, test } from 'vitest'

import { toBytes, type BatchStep } from './messages.ts'

/** Methods that `pg`'s types declare with arguments that it does not take. */
interface Speaker {
  close(message: object): void
  parse(message: object): void
  bind(message: object): void
  describe(message: object): void
  execute(message: null): void
  sync(): void
}

/** The same messages as `pg` itself sends them. */
function byPg(steps: readonly BatchStep[], describes: boolean): Buffer {
  const stream = new PassThrough({ highWaterMark: 1_000_000 })
  const speaker = new pg.Connection({ stream } as unknown as pg.ConnectionConfig) as unknown as Speaker
  for (const [index, { close, parse, statement, values }] of steps.entries()) {
    if (typeof close === 'string') speaker.close({ type: 'S', name: close })
    if (parse !== null) speaker.parse({ name: statement, text: parse })
    speaker.bind({ statement, values: [...values] })
    if (describes && index === steps.length - 1) speaker.describe({ type: 'P' })
    speaker.execute(null)
  }
  speaker.sync()
  return stream.read() as Buffer
}

const settings: BatchStep = { statement: 's1', parse: null, values: ['{"role":"lecteur à vie"}', '', 'GET'] }

test.each<[string, readonly BatchStep[]]>([
  ['nothing', []],
  ['a prepared statement', [settings]],
  [
    'texts of several bytes per character',
    [{ statement: '', parse: 'select $1 as "œuvre 📚"', values: ['Œuvres 📚'] }],
  ],
  ['null and bytes', [{ statement: 's2', parse: 'select $1, $2, $3', values: [null, Buffer.from([0, 255, 10]), 'a'] }]],
  ['a statement that makes room', [settings, { statement: 's9', parse: 'select 1', values: [], close: 's3' }]],
  ['long values', [{ statement: 's4', parse: null, values: ['é'.repeat(70_000), Buffer.alloc(100_000, 7)] }]],
])('%s is written as by `pg` itself', (_, steps) => {
  for (const describes of [false, true].slice(0, Math.max(1, steps.length))) {
    expect(toBytes(steps, describes).equals(byPg(steps, describes))).toBe(true)
  }
})
