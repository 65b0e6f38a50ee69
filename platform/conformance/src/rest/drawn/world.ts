/** What the drawn cases of rest/v1 are: exchanges with a server that lets through what the hosted service does. */
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { openRestTarget, type RestTarget } from '../target.ts'

export type Case = DrawnCase<RestTarget>

export const restWorld = () => openRestTarget('drawn')

interface Exchange {
  /** Method and path below `/rest/v1`. */
  readonly send: string
  readonly headers?: Readonly<Record<string, string>>
  readonly prefer?: string
  /** Objects and lists as JSON, texts as they are; no type is told unless a header does. */
  readonly body?: unknown
  /** 200 unless told. */
  readonly status?: number
  /** Each named header exactly; null for one that must be absent. */
  readonly answers?: Readonly<Record<string, string | null>>
  /** JSON, or the text itself for strings. */
  readonly says?: unknown
}

const bytesOf = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))

async function exchange(target: RestTarget, { send, headers = {}, prefer, body }: Exchange) {
  const [method = '', path = ''] = send.split(/ (.*)/s)
  const token = await target.tokenOf('visitor')
  const answer = await fetch(`${target.url}/rest/v1${path}`, {
    method,
    headers: { apikey: token, authorization: `Bearer ${token}`, ...(prefer && { prefer }), ...headers },
    // NOTE: bytes, whose type nobody tells for us.
    ...(body !== undefined && { body: bytesOf(body) }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** One exchange after the other, and what each must bring. */
export const plays =
  (...exchanges: readonly Exchange[]) =>
  async (target: RestTarget) => {
    for (const each of exchanges) {
      const { status, headers, text } = await exchange(target, each)
      const told = Object.keys(each.answers ?? {}).map((name) => [name, headers.get(name)])
      const says = each.says === undefined ? undefined : typeof each.says === 'string' ? text : JSON.parse(text)
      expect({ send: each.send, status, answers: Object.fromEntries(told), says }).toEqual({
        send: each.send,
        status: each.status ?? 200,
        answers: each.answers ?? {},
        says: each.says,
      })
    }
  }

export const json = { 'content-type': 'application/json; charset=utf-8' }
export const singular = { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' }
export const asOne = { accept: 'application/vnd.pgrst.object+json' }
export const nothing = { 'content-type': null }
export const form = { 'content-type': 'application/x-www-form-urlencoded' }

export const refused = (code: string, message: string, details: string | null = null, hint: string | null = null) => ({
  code,
  details,
  hint,
  message,
})

/** A refusal of any words. */
export const anyRefusal = expect.objectContaining({ message: expect.any(String), code: expect.any(String) })
