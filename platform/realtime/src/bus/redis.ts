import type { createClient } from '@redis/client'

import type { BusOptions, OpenBus } from './bus.ts'

export interface RedisBusOptions {
  readonly url: string
  /** Systems that share a Redis differ in this. */
  readonly channel: string
}

const CONNECT_MS = 2_000
const LONGEST_BACK_OFF_MS = 2_000
/** What waits for a Redis that is slow; beyond this messages are lost, as they are while it is away. */
const MOST_UNDER_WAY = 10_000

/** Redis pub/sub: one connection that listens and one that speaks. Starts without Redis, and finds it later. */
export function redisBus({ url, channel }: RedisBusOptions): OpenBus {
  return async (options) => {
    const state = { isLost: false, isClosed: false, underWay: 0 }
    // Four hundred files that most systems have no use for.
    const redis = await import('@redis/client')
    const speaker = connect(redis.createClient, url, () => {})
    const listener = connect(redis.createClient, url, (event) => tell(event, options, state))
    const prefix = Buffer.from(options.node)
    const receive = (message: Buffer) => {
      const sender = message.subarray(0, prefix.length)
      if (!sender.equals(prefix)) options.onMessage(message.subarray(prefix.length))
    }
    const listening = listener.connect().then(() => listener.subscribe(channel, receive, true))
    void speaker.connect().catch(() => {})
    await Promise.race([listening.catch(() => {}), patience(CONNECT_MS)])
    return {
      publish: (message) => {
        if (!speaker.isReady || state.underWay >= MOST_UNDER_WAY) return
        state.underWay += 1
        // NOTE: what fails is lost; receivers notice by the version that the next heartbeat names.
        speaker
          .publish(channel, Buffer.concat([prefix, message]))
          .catch(() => 0)
          .finally(() => (state.underWay -= 1))
      },
      [Symbol.asyncDispose]: async () => {
        state.isClosed = true
        listener.destroy()
        await speaker.close().catch(() => speaker.destroy())
      },
    }
  }
}

type LinkEvent = { readonly is: 'lost'; readonly error: Error } | { readonly is: 'ready' }

function connect(create: typeof createClient, url: string, onEvent: (event: LinkEvent) => void) {
  const client = create({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (retries) => Math.min(2 ** retries * 50, LONGEST_BACK_OFF_MS),
    },
    pingInterval: 5_000,
  })
  client.on('error', (error: Error) => onEvent({ is: 'lost', error }))
  client.on('ready', () => onEvent({ is: 'ready' }))
  return client
}

/** Each loss and each return is told once. */
function tell(event: LinkEvent, { observe, onGap }: BusOptions, state: { isLost: boolean; isClosed: boolean }): void {
  if (state.isClosed || state.isLost === (event.is === 'lost')) return
  state.isLost = event.is === 'lost'
  if (event.is === 'lost') return observe({ kind: 'realtime.bus-lost', bus: 'redis', reason: event.error.message })
  observe({ kind: 'realtime.bus-restored', bus: 'redis' })
  onGap()
}

function patience(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}
