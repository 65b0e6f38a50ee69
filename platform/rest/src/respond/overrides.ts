/** What SQL functions set in `response.headers` and `response.status`. */
import type { OutgoingHttpHeaders } from 'node:http'

import { requestErrors } from '../errors.ts'
import type { Answer } from '../transact/run.ts'

export interface Overrides {
  readonly status: number | null
  readonly headers: OutgoingHttpHeaders
}

export function readOverrides({ headers, status }: Pick<Answer, 'headers' | 'status'>): Overrides {
  return { headers: headers === null ? {} : readHeaders(headers), status: status === null ? null : readStatus(status) }
}

function readStatus(text: string): number {
  const status = Number(text)
  if (!/^[0-9]{3}$/.test(text) || status < 100) throw requestErrors.responseStatus()
  return status
}

const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i
// A line break would let a function's argument write headers of its own.
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

function readHeaders(text: string): OutgoingHttpHeaders {
  const found: Record<string, string[]> = {}
  for (const [name, value] of parsePairs(text)) {
    if (!headerName.test(name) || !headerValue.test(value)) throw requestErrors.responseHeaders()
    ;(found[name.toLowerCase()] ??= []).push(value)
  }
  return Object.fromEntries(
    Object.entries(found).map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  )
}

function parsePairs(text: string): (readonly [string, string])[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw requestErrors.responseHeaders()
  }
  if (!Array.isArray(list)) throw requestErrors.responseHeaders()
  return list.map((item: unknown) => {
    const entries = typeof item === 'object' && item !== null ? Object.entries(item) : []
    const [entry] = entries
    if (entry === undefined || entries.length > 1 || typeof entry[1] !== 'string') throw requestErrors.responseHeaders()
    return [entry[0], entry[1]] as const
  })
}
