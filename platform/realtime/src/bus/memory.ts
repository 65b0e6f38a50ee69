import type { BusOptions, OpenBus } from './bus.ts'

/** Between nodes of one process: a node that is alone hears nobody. */
export function memoryBus(): OpenBus {
  const nodes = new Set<BusOptions>()
  return async (options) => {
    nodes.add(options)
    return {
      publish: (message) => {
        for (const other of nodes)
          if (other !== options) setImmediate(() => nodes.has(other) && other.onMessage(message))
      },
      follow: async () => {},
      unfollow: () => {},
      [Symbol.asyncDispose]: async () => void nodes.delete(options),
    }
  }
}
