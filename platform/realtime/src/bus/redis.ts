import type { OpenBus } from './bus.ts'
import { CONNECT_MS, openRedisLink } from './redis-link.ts'

export interface RedisBusOptions {
  readonly url: string
  /** For all nodes, and before the name of each topic. Systems that share a Redis differ in this. */
  readonly channel: string
}

/** What waits for a Redis that is slow; beyond this messages are lost, as they are while it is away. */
const MOST_UNDER_WAY = 10_000

/** Redis pub/sub, a channel for each topic that somebody follows: one connection that listens and one that speaks. Starts without Redis, and finds it later. */
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
    const channelOf = (topic: string) => `${channel}:${topic}`
    const prefix = Buffer.from(options.node)
    const receive = (message: Buffer) => {
      const sender = message.subarray(0, prefix.length)
      if (!sender.equals(prefix)) options.onMessage(message.subarray(prefix.length))
    }
    const listening = listener.connect().then(() => listener.subscribe(channel, receive, true))
    void speaker.connect().catch(() => {})
    await Promise.race([listening.catch(() => {}), patience(CONNECT_MS)])
    return {
      publish: (message, topic) => {
        const unsent = () => (topic === null ? undefined : options.onUnsent(topic))
        if (!speaker.isReady || state.underWay >= MOST_UNDER_WAY) return unsent()
        state.underWay += 1
        speaker
          .publish(topic === null ? channel : channelOf(topic), Buffer.concat([prefix, message]))
          .catch(unsent)
          .finally(() => (state.underWay -= 1))
      },
      follow: (topic) => listener.subscribe(channelOf(topic), receive, true),
      unfollow: (topic) => void listener.unsubscribe(channelOf(topic), receive, true).catch(() => {}),
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
