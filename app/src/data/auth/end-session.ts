/** Signing out of this device: done at once whoever answers, and told to the server when it can be. */
import type { Session } from '@supabase/supabase-js'

import { readConfig, requestHeaders } from '../config.ts'
import { pauseAfter } from '../outbox/backoff.ts'
import { untilAnswered } from '../reach/timed-fetch.ts'
import { expectSignOut, receiveSession } from '../session.ts'
import { supabase } from '../supabase.ts'
import { readKeptSession, sessionKey } from './stored-session.ts'

const answerPatienceMs = 5000

/**
 * The refresh token is gone when this returns. The access token is held in this page's memory alone, for the server to
 * be told, until it has answered or the token has ended.
 *
 * @param how `isClosing`: the page goes, and nothing can be waited for
 */
export function endSessionHere({ isClosing = false } = {}): void {
  const session = readKeptSession()
  expectSignOut(true)
  removeKeptSession()
  receiveSession(null)
  expectSignOut(false)
  if (session) void revoke(session, isClosing)
  void tellClient().catch(() => undefined)
}

/** With what began and did not end: verifiers of codes. */
function removeKeptSession(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(sessionKey)) localStorage.removeItem(key)
}

/** Its sockets, timers and other tabs let go of the session too; it may first have to give up a renewal. */
async function tellClient(): Promise<void> {
  const { auth } = await supabase()
  await auth.initialize()
  // Somebody may have signed in meanwhile.
  if (!readKeptSession()) await auth.signOut({ scope: 'local' })
}

async function revoke({ access_token: token, expires_at: end = 0 }: Session, isClosing: boolean): Promise<void> {
  const config = await readConfig()
  const headers = requestHeaders(config, token)
  const address = `${config.supabaseUrl}/auth/v1/logout?scope=local`
  // What was asked with this token is answered first: it would be refused.
  if (!isClosing) await Promise.race([untilAnswered(), pause(answerPatienceMs), whenLeft()])
  for (let failures = 1; Date.now() < end * 1000; failures += 1) {
    // Also when the page is closed over it.
    const response = await fetch(address, { method: 'POST', headers, keepalive: true }).catch(() => null)
    if (response && response.status < 500 && response.status !== 429) return
    await pause(pauseAfter(failures))
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** The page goes, and its memory with it. */
function whenLeft(): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('pagehide', resolve, { once: true })
  })
}
