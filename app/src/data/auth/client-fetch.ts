/**
 * Fetch for the official client, which takes every 4xx for the end of a session, waits for answers without end, and sends
 * requests as a visitor's where a token cannot be renewed.
 */
import { readWithinMs, timedFetch, writeWithinMs } from '../reach/timed-fetch.ts'
import { readStoredSession } from './stored-session.ts'

const patienceMs = 10_000
/** Come back later: a limiter, or two who renew at once. */
const passing = new Set([408, 409, 425, 429])

export function clientFetch(anonKey: string): typeof fetch {
  return async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname.endsWith('/auth/v1/token') && searchParams.get('grant_type') === 'refresh_token') {
      return fetchRenewal(input, init)
    }
    const isVisitors = new Headers(init?.headers).get('authorization') === `Bearer ${anonKey}`
    if (isVisitors && !pathname.includes('/auth/v1/') && readStoredSession().kind === 'expired') {
      throw new TypeError('Failed to fetch')
    }
    // A file may take as long as it takes, and a function answers when its work is done.
    if (!/\/(?:rest|auth)\/v1\//u.test(pathname)) return fetch(input, init)
    const isRead = ['GET', 'HEAD'].includes(init?.method ?? 'GET')
    return timedFetch(input, init, isRead ? readWithinMs : writeWithinMs)
  }
}

/** Answers what the authority itself has decided. Whatever else comes, from a portal or a limiter, is no answer. */
async function fetchRenewal(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await timedFetch(input, init, patienceMs)
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (!isJson || passing.has(response.status)) throw new TypeError('Failed to fetch')
  return response
}
