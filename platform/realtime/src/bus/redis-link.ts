/** A connection to Redis that finds it again whenever it comes back, and keeps nothing for it meanwhile. */
import type { createClient } from '@redis/client'

export interface RedisPlace {
  readonly url: string
  /** Before every name: systems that share a Redis differ in this. */
  readonly prefix: string
}

export type LinkEvent = { readonly is: 'lost'; readonly error: Error } | { readonly is: 'ready' }
export type RedisLink = ReturnType<typeof createLink>

export const CONNECT_MS = 2_000
const LONGEST_BACK_OFF_MS = 2_000

/** Not connected yet. Each loss and each return is told once. */
export async function openRedisLink(url: string, onEvent: (event: LinkEvent) => void = () => {}): Promise<RedisLink> {
  // Four hundred files that most systems have no use for.
  const { createClient } = await import('@redis/client')
  const client = createLink(createClient, url)
  let isLost = false
  const tell = (event: LinkEvent) => {
    if (isLost === (event.is === 'lost')) return
    isLost = event.is === 'lost'
    onEvent(event)
  }
  client.on('error', (error: Error) => tell({ is: 'lost', error }))
  client.on('ready', () => tell({ is: 'ready' }))
  return client
}

function createLink(create: typeof createClient, url: string) {
  return create({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (retries) => Math.min(2 ** retries * 50, LONGEST_BACK_OFF_MS),
    },
    pingInterval: 5_000,
  })
}
