/** Plan + Answer → status, headers and body: the last stage. */
import type { OutgoingHttpHeaders } from 'node:http'

import { requestErrors } from '../errors.ts'
import type { ApiRequest } from '../parse/request.ts'
import type { Plan } from '../plan/plan.ts'
import type { Answer } from '../transact/run.ts'
import { appliedPreferences, contentLocation, rowLocation } from './headers.ts'
import { readOverrides } from './overrides.ts'

export interface HttpAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer | string | null
  /** Instead of the status's own words. */
  readonly statusText?: string | null
}

export function respond(request: ApiRequest, plan: Plan, answer: Answer): HttpAnswer {
  if (plan.explain !== null) return explained(request, plan, answer)
  const isChange = plan.source !== null && plan.source.kind !== 'call'
  const { status, headers } = isChange ? changed(request, plan, answer) : shown(request, plan, answer)
  const hasBody = plan.body.kind !== 'none'
  describe(headers, request, { plan, answer })
  if (hasBody || request.method === 'HEAD') headers['content-type'] = plan.contentType
  const body = hasBody && request.method !== 'HEAD' ? bodyOf(plan, answer) : null
  return withOverrides({ status, headers, body }, answer)
}

const explained = ({ method }: ApiRequest, { contentType }: Plan, { body }: Answer): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': contentType },
  body: method === 'HEAD' ? null : body,
})

interface Outcome {
  readonly plan: Plan
  readonly answer: Answer
}

function describe(headers: OutgoingHttpHeaders, request: ApiRequest, { plan, answer }: Outcome): void {
  const applied = appliedPreferences(request, plan, answer)
  if (applied !== '') headers['preference-applied'] = applied
  if (request.hasProfile) headers['content-profile'] = request.schema
}

function withOverrides(http: HttpAnswer, answer: Answer): HttpAnswer {
  if (answer.headers === null && answer.status === null) return http
  const { status, headers } = readOverrides(answer)
  return { status: status ?? http.status, headers: { ...http.headers, ...headers }, body: http.body }
}

function bodyOf({ body }: Plan, answer: Answer): Buffer {
  const sent = answer.body ?? Buffer.alloc(0)
  // Text format shows bytes as `\x` and hexadecimal digits.
  const isBytes = body.kind === 'bytes' || (body.kind === 'handled' && body.handler.isBytes)
  return isBytes ? Buffer.from(sent.toString('latin1', 2), 'hex') : sent
}

const rangeText = (first: number, rows: number) => (rows === 0 ? '*' : `${first}-${first + rows - 1}`)

/** Reads and functions. */
function shown(request: ApiRequest, plan: Plan, { rows, total }: Answer) {
  const headers: OutgoingHttpHeaders = {}
  const { offset } = plan.read.window
  if (total !== null && offset > total) throw requestErrors.beyondEnd(offset, total)
  headers['content-range'] = `${total === 0 ? '*' : rangeText(offset, rows)}/${total ?? '*'}`
  if (plan.source === null) headers['content-location'] = contentLocation(request)
  if (plan.source?.kind === 'call' && plan.source.routine.returns.kind === 'void') return { status: 204, headers }
  return { status: total !== null && rows < total ? 206 : 200, headers }
}

function changed(request: ApiRequest, plan: Plan, answer: Answer) {
  const headers: OutgoingHttpHeaders = { 'content-range': changedRange(request, answer) }
  const hasRows = plan.body.kind !== 'none'
  if (request.method === 'POST') {
    const location = rowLocation(request, plan.locationKey, answer.location)
    if (location !== null) headers['location'] = location
    return { status: answer.inserted === 0 || mergesNothing(plan) ? 200 : 201, headers }
  }
  if (request.method === 'PUT') {
    if (answer.rows !== 1) throw requestErrors.putKey()
    return { status: answer.inserted === 0 ? (hasRows ? 200 : 204) : 201, headers }
  }
  return { status: hasRows ? 200 : 204, headers }
}

const mergesNothing = ({ source }: Plan) =>
  source?.kind === 'insert' && source.isEmpty && source.conflict?.resolution === 'merge'

function changedRange({ method, preferences }: ApiRequest, { rows }: Answer): string {
  const total = preferences.count === null ? '*' : rows
  return `${method === 'PATCH' ? rangeText(0, rows) : '*'}/${total}`
}
