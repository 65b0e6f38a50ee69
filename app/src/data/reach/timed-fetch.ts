/**
 * Requests that end: by an answer, or by their time. Whoever fails, says nothing for a while, or gets a page where data
 * was asked for (the portal of a hotel) puts the network in doubt; data/network.ts hears it and asks the server.
 */

/** Within which data is read, and within which something is written, in ms. */
export const readWithinMs = 12_000
export const writeWithinMs = 20_000
/** Without a word the network is in doubt. */
export const silentMs = 3000

/** Events of the window: the script of the page's head is a bundle of its own and asks too. */
export const doubtEvent = 'cortexia:network-doubt'
export const answerEvent = 'cortexia:network-answer'

const underWay = new Set<Promise<unknown>>()

/** Whatever has been asked until now has its answer, or will have none. */
export const untilAnswered = () => Promise.allSettled(underWay)

interface TimedRequest extends Omit<RequestInit, 'signal'> {
  signal?: AbortSignal | null | undefined
}

/** @throws {TypeError} where no answer came in time, or another than the server's */
export async function timedFetch(
  input: RequestInfo | URL,
  init: TimedRequest = {},
  withinMs = readWithinMs,
): Promise<Response> {
  const { signal } = init
  const cut = new AbortController()
  const stop = () => cut.abort(signal?.reason)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  // It cuts an answer that has begun, too.
  setTimeout(() => cut.abort(), withinMs)
  const silent = setTimeout(tell, silentMs, doubtEvent)
  const asked = fetch(input, { ...init, signal: cut.signal })
  underWay.add(asked)
  try {
    return heard(await asked)
  } catch (cause) {
    if (signal?.aborted) throw cause
    tell(doubtEvent)
    throw new TypeError('Failed to fetch', { cause })
  } finally {
    clearTimeout(silent)
    underWay.delete(asked)
  }
}

/** A page is no answer of the services. */
function heard(response: Response): Response {
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  if (isPage && response.ok) throw new TypeError('A portal')
  if (!isPage) tell(answerEvent)
  return response
}

function tell(name: string): void {
  globalThis.dispatchEvent?.(new Event(name))
}
