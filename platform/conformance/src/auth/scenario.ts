/** One call to auth/v1 and what must come of it. */
import { expect } from 'vitest'

import type { AuthTarget } from './target.ts'

/** Who calls: with the public key alone, as a fresh person, or as the service. */
type Actor = 'anybody' | 'person' | 'service'

export interface Scenario {
  readonly name: string
  readonly as?: Actor
  /** `METHOD path`, below `/auth/v1`. */
  readonly call: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text goes out as it is, anything else as JSON. `{email}` in texts is the person's address. */
  readonly body?: unknown
  readonly status: number
  readonly answers?: Readonly<Record<string, unknown>>
  readonly answerHeaders?: Readonly<Record<string, unknown>>
}

export const DATED = { 'x-supabase-api-version': '2024-01-01' }
export const PASSWORD = 'correct horse battery'

/** The envelope of a refusal as undated clients read it. */
export const refusal = (code: number, name: string, msg: unknown = expect.any(String)) => ({
  status: code,
  answers: { code, error_code: name, msg },
  answerHeaders: { 'x-sb-error-code': name },
})

let count = 0
const run = Math.random().toString(36).slice(2)

export interface Person {
  readonly email: string
  readonly id: string
  readonly accessToken: string
  readonly refreshToken: string
}

export const freshEmail = () => `reader-${run}-${(count += 1)}@shop.example`

export async function signUp(target: AuthTarget): Promise<Person> {
  const email = freshEmail()
  const { body } = await send(target, { call: 'POST /signup', body: { email, password: PASSWORD } })
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    user,
  } = body as Record<string, string> & { user: { id: string } }
  return { email, id: user.id, accessToken: accessToken!, refreshToken: refreshToken! }
}

export interface Sent extends Pick<Scenario, 'call' | 'headers' | 'body'> {
  readonly token?: string
}

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

export async function send(target: AuthTarget, { call, headers = {}, body, token }: Sent): Promise<Received> {
  const [method, path] = call.split(' ') as [string, string]
  const response = await fetch(`${target.url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: target.anonKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export async function play(target: AuthTarget, scenario: Scenario): Promise<void> {
  const { as = 'anybody', status, answers, answerHeaders = {} } = scenario
  const person = as === 'person' ? await signUp(target) : null
  const token = { anybody: undefined, person: person?.accessToken, service: target.serviceRoleKey }[as]
  const fill = (text: string) => text.replaceAll('{email}', person?.email ?? '').replaceAll('{id}', person?.id ?? '')
  const body = scenario.body === undefined ? {} : { body: JSON.parse(fill(JSON.stringify(scenario.body))) as unknown }
  const sent = {
    call: fill(scenario.call),
    headers: scenario.headers ?? {},
    ...body,
    ...(token === undefined ? {} : { token }),
  }
  const received = await send(target, sent)
  expect(received).toMatchObject({ status, ...(answers === undefined ? {} : { body: answers }) })
  for (const [name, value] of Object.entries(answerHeaders))
    expect({ [name]: received.headers.get(name) }).toEqual({ [name]: value })
}
