/** One HTTP server of the operator's own: bounded answers, one origin, and errors that name no secret (THREATS F-14). */
import { Buffer } from 'node:buffer'
import * as http from 'node:http'
import * as https from 'node:https'
import { setTimeout } from 'node:timers/promises'

import { encodeForm } from '../encode-form.ts'
import { EngineError, type ImageOrder } from '../image-engine.ts'
import { pictureTypeOf } from '../pictures/picture-type.ts'

export interface OwnServerSettings {
  /** In errors and logs: `ComfyUI`. */
  readonly label: string
  readonly url: string
  /** The whole `Authorization` header; credentials in the URL count where it is null. */
  readonly authorization: string | null
}

export interface Question {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly json?: unknown
  readonly form?: FormData
  readonly signal: AbortSignal
  /** Bytes; 1 MiB. */
  readonly limit?: number
}

export interface Answer {
  readonly status: number
  readonly body: Uint8Array
  readonly retryAfterMs: number | null
}

export interface OwnServer {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
  /** Any status; throws where there is no whole answer. */
  request(path: string, question: Question): Promise<Answer>
  /** The JSON of an answer 2xx; every other one is an error. */
  json(path: string, question: Question): Promise<unknown>
  socketUrl(path: string): URL
  /** The error that an answer stands for. */
  refusal(answer: Answer): EngineError
  /** What the server said, fit for a log: one line, no secret. */
  quote(text: string): string
}

const defaultLimit = 2 ** 20
const longestQuote = 300

export function createOwnServer(settings: OwnServerSettings): OwnServer {
  const { label } = settings
  const { base, authorization } = address(settings)
  const headers = authorization ? { Authorization: authorization } : {}
  const secrets = secretsOf(authorization)
  // NOTE: idle connections end before these servers end them (5 s), which would lose the next request.
  const agent = new (base.startsWith('https:') ? https : http).Agent({ keepAlive: true, timeout: 2000 })

  async function request(path: string, question: Question): Promise<Answer> {
    const { signal, limit = defaultLimit } = question
    try {
      signal.throwIfAborted()
      const body = await bodyOf(question)
      const response = await send(base + path, {
        agent,
        method: question.method ?? 'GET',
        headers: body.type === null ? headers : { ...headers, 'Content-Type': body.type },
        body: body.bytes,
        signal,
      })
      const bytes = await readUpTo(limit, response)
      if (!bytes) throw new EngineError('engine_failed', `${label} answers too much`, { isRetryable: false })
      return { status: response.statusCode ?? 0, body: bytes, retryAfterMs: retryAfter(response) }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (error instanceof EngineError) throw error
      throw new EngineError('engine_failed', `${label} does not answer${reasonOf(error)}`)
    }
  }

  function quote(text: string): string {
    const plain = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), text)
    return plain
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .trim()
      .slice(0, longestQuote)
  }

  function refusal({ status, body, retryAfterMs }: Answer): EngineError {
    const said = quote(complaint(parseJson(body)))
    const message = `${label} answers ${status}${said && `: ${said}`}`
    const upstream = String(status)
    if (status === 429 || status === 503)
      return new EngineError('engine_busy', message, { upstream, ...(retryAfterMs !== null && { retryAfterMs }) })
    return new EngineError('engine_failed', message, { upstream, isOperatorsFault: status < 500 && status !== 408 })
  }

  return {
    label,
    headers,
    request,
    quote,
    refusal,
    socketUrl: (path) => new URL((base + path).replace(/^http/, 'ws')),
    async json(path, question) {
      const answer = await request(path, question)
      if (answer.status < 200 || answer.status > 299) throw refusal(answer)
      const value = parseJson(answer.body)
      if (value === undefined) throw new EngineError('engine_failed', `${label} answers with no JSON`)
      return value
    },
  }
}

/** An error of this order as it may be told: some nodes repeat the prompt. */
export function withoutPrompt(error: unknown, { prompt, negativePrompt }: ImageOrder): unknown {
  if (!(error instanceof EngineError)) return error
  const words = [prompt, negativePrompt ?? ''].filter((text) => text !== '' && error.message.includes(text))
  if (words.length === 0) return error
  const message = words.reduce((text, word) => text.replaceAll(word, '…'), error.message)
  return new EngineError(error.problem, message, {
    isRetryable: error.isRetryable,
    isOperatorsFault: error.isOperatorsFault,
    ...(error.retryAfterMs !== null && { retryAfterMs: error.retryAfterMs }),
    ...(error.upstream !== null && { upstream: error.upstream }),
  })
}

export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Rejects with the signal's reason, and no other error, when it aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}

export function pictureFromBase64(label: string, encoded: unknown): Uint8Array {
  const file =
    typeof encoded === 'string' ? Buffer.from(encoded.replace(/^data:[^,]*,/, ''), 'base64') : Buffer.alloc(0)
  if (file.byteLength === 0) throw new EngineError('empty_result', `${label} answers without a picture`)
  if (!pictureTypeOf(file)) throw new EngineError('engine_failed', `${label} answers with no picture that we know`)
  return file
}

function address({ label, url, authorization }: OwnServerSettings): { base: string; authorization: string | null } {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new EngineError('engine_failed', `${label} has no http(s) address`, { isOperatorsFault: true })
  const { username, password } = parsed
  const inAddress = username ? basicAuthorization(decodeURIComponent(username), decodeURIComponent(password)) : null
  // Said here, without it: whoever refuses it later may repeat it.
  if (authorization && !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(authorization))
    throw new EngineError('engine_failed', `The key of ${label} has characters that no header takes`, {
      isOperatorsFault: true,
    })
  return { base: parsed.origin + parsed.pathname.replace(/\/+$/, ''), authorization: authorization ?? inAddress }
}

export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

function secretsOf(authorization: string | null): string[] {
  const [kind, key] = authorization?.split(' ') ?? []
  if (!key) return authorization ? [authorization] : []
  const [, password] = kind === 'Basic' ? (/^[^:]*:(.*)$/s.exec(Buffer.from(key, 'base64').toString()) ?? []) : []
  return [key, ...(password ? [password] : [])]
}

interface Sending {
  readonly agent: http.Agent
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  readonly signal: AbortSignal
}

/**
 * Not by `fetch`: it gives up after five minutes without headers, and a picture may take longer on a processor. It
 * follows no redirect: another address would be told the credentials, or stand in our own network.
 */
function send(url: string, { body, ...options }: Sending): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const length = body ? { 'Content-Length': String(body.byteLength) } : {}
  const request = (url.startsWith('https:') ? https : http).request(
    url,
    { ...options, headers: { ...options.headers, ...length } },
    resolve,
  )
  request.on('error', reject)
  request.end(body)
  return promise
}

async function bodyOf({ json, form }: Question): Promise<{ type: string | null; bytes: Uint8Array | null }> {
  if (json !== undefined) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) }
  return form ? encodeForm(form) : { type: null, bytes: null }
}

async function readUpTo(limit: number, response: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response) {
    size += part.byteLength
    if (size > limit) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function retryAfter({ headers }: http.IncomingMessage): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** The system's short code only: its messages name addresses. */
function reasonOf(error: unknown): string {
  const code = isObject(error) ? error['code'] : null
  return typeof code === 'string' ? ` (${code})` : ''
}

/** The words of an error in any of the shapes that these servers use: FastAPI's, ComfyUI's, plain ones. */
function complaint(body: unknown): string {
  if (!isObject(body)) return ''
  const { error, detail, errors, message } = body
  const words = [error, detail, errors, message].map((part) => {
    if (typeof part === 'string') return part
    if (isObject(part)) return [part['message'], part['details']].filter((word) => typeof word === 'string').join(' ')
    if (Array.isArray(part)) return part.filter(isObject).map(fieldComplaint).join('; ')
    return ''
  })
  return [...new Set(words.filter(Boolean))].join(': ')
}

// NOTE: FastAPI repeats what it was sent as `input`, prompts included.
function fieldComplaint({ loc, msg }: Record<string, unknown>): string {
  return `${Array.isArray(loc) ? loc.join('.') : ''} ${typeof msg === 'string' ? msg : ''}`.trim()
}
