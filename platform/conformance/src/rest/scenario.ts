/** One exchange on the wire: what is sent, and what has to come back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openRestTarget, type Person, type RestTarget, type Setup } from './target.ts'

export interface Scenario {
  readonly name: string
  readonly as?: Person
  /** Method and path below `/rest/v1`. */
  readonly send: `${'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'} /${string}`
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  /** Each named header exactly; null for one that must be absent. */
  readonly answers?: Readonly<Record<string, string | null>>
  /** JSON for objects and arrays, the text itself for strings; unnamed: not looked at. */
  readonly expect?: unknown
}

/** The body of a refusal: all four keys, null where there is nothing to say. */
export const refusal = (code: string, message: string, more: { details?: unknown; hint?: string } = {}) => ({
  code,
  message,
  details: more.details ?? null,
  hint: more.hint ?? null,
})

/** Runs the scenarios in order against one target: later ones see what earlier ones wrote. */
export function scenarios(title: string, list: readonly Scenario[], setup: Setup = 'usual'): void {
  // oxlint-disable-next-line vitest/valid-title -- the title is the table's own
  describe(title, () => {
    let target: RestTarget
    beforeAll(async () => {
      target = await openRestTarget(setup)
    })
    afterAll(() => target[Symbol.asyncDispose]())

    test.each(list)('$send: $name', async (scenario) => {
      const { status, headers, text } = await exchange(target, scenario)
      const named = Object.keys(scenario.answers ?? {})
      expect({
        status,
        headers: Object.fromEntries(named.map((name) => [name, headers.get(name)])),
        body: readBody(text, scenario.expect),
      }).toEqual({ status: scenario.status, headers: scenario.answers ?? {}, body: scenario.expect })
    })
  })
}

async function exchange(target: RestTarget, scenario: Scenario) {
  const [method = '', path = ''] = scenario.send.split(/ (.*)/s)
  const token = await target.tokenOf(scenario.as ?? 'visitor')
  const answer = await fetch(`${target.url}/rest/v1${path}`, {
    method,
    headers: {
      apikey: token,
      authorization: `Bearer ${token}`,
      ...(scenario.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...scenario.headers,
    },
    body: bodyOf(scenario),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

function bodyOf({ body }: Scenario): string | null {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function readBody(text: string, expected: unknown): unknown {
  if (expected === undefined) return undefined
  if (text === '') return ''
  return typeof expected === 'string' ? text : JSON.parse(text)
}
