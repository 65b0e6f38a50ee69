import type { OpenBus } from './bus.ts'
import { CONNECT_MS, openRedisLink } from './redis-link.ts'

export interface RedisBusOptions {
  readonly url: string
  /** Systems that share a Redis differ in this. */
  readonly channel: string
}

/** What waits for a Redis that is slow; beyond this messages are lost, as they are while it is away. */
const MOST_UNDER_WAY = 10_000

/** Redis pub/sub: one connection that listens and one that speaks. Starts without Redis, and finds it later. */
export function redisBus({ url, channel }: RedisBusOptions): OpenBus {
  return async (options) => {
    const state = { isClosed: false, underWay: 0 }
    const { observe, onGap } = options
    const speaker = await openRedisLink(url)
    const listener = await openRedisLink(url, (event) => {
      if (state.isClosed) return
      if (event.is === 'lost') return observe({ kind: 'realtime.bus-lost', bus: 'redis', reason: event.error.message })
      observe({ kind: 'realtime.bus-restored', bus: 'redis' })
      onGap()
    })
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

function patience(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}
