/** PostgreSQL's refusals → RestError, by SQLSTATE (WIRE §2.7). */
import type { DatabaseError } from '@platform/database'

import { RestError, requestErrors } from '../errors.ts'

const whole: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
}

const classes: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

/** @param isAnonymous whether the role in effect was the anonymous one */
export function fromDatabaseError(error: DatabaseError, isAnonymous: boolean): RestError {
  if (error.code === 'PGRST') return raised(error)
  const status = statusOf(error, isAnonymous)
  return new RestError(error.code, status, error.message, {
    details: error.detail,
    hint: error.hint,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
    cause: error,
  })
}

function statusOf({ code, message }: DatabaseError, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023') return message.startsWith('role') && message.endsWith('does not exist') ? 401 : 400
  if (code.startsWith('PT')) return chosenStatus(code)
  return whole[code] ?? classes[code.slice(0, 2)] ?? 400
}

/** `raise sqlstate 'PT402'` answers 402. */
function chosenStatus(code: string): number {
  const status = Number(code.slice(2))
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : 500
}

const messageHint =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

/** `raise sqlstate 'PGRST'` writes the whole answer as JSON in MESSAGE and DETAIL. */
function raised({ message, detail }: DatabaseError): RestError {
  const body = parseObject(message)
  if (body === null || typeof body['code'] !== 'string' || typeof body['message'] !== 'string') {
    return requestErrors.raise(`Invalid JSON value for MESSAGE: '${message}'`, messageHint)
  }
  if (detail === null) return requestErrors.raise('DETAIL is missing in the RAISE statement', detailHint)
  const answer = parseObject(detail)
  const headers = answer === null ? null : readHeaders(answer['headers'])
  const status = answer === null ? null : answer['status']
  if (typeof status !== 'number' || status < 100 || status > 999 || headers === null) {
    return requestErrors.raise(`Invalid JSON value for DETAIL: '${detail}'`, detailHint)
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return new RestError(body['code'], status, body['message'], {
    details: text(body['details']),
    hint: text(body['hint']),
    headers,
    statusText: lineOf(answer?.['status_text']),
  })
}

/** What may stand in the first line of an answer. */
const lineOf = (value: unknown) => (typeof value === 'string' && /^[\t\x20-\x7e\xa0-\xff]+$/.test(value) ? value : null)

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function readHeaders(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null) return null
  const entries = Object.entries(value)
  const isPlain = entries.every(([, text]) => typeof text === 'string' && !/[\r\n]/.test(text))
  return isPlain ? Object.fromEntries(entries.map(([name, text]) => [name.toLowerCase(), String(text)])) : null
}
