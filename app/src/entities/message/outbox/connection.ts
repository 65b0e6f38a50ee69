/** Whether news of messages come, told as late as a person should hear of it (SCREENS §3.10). */
import { createStore } from 'zustand/vanilla'

import { usePart, type Scope } from '../scope.ts'

/** `reconnecting` after 3 s, « Hors ligne : vos messages partiront au retour du réseau » after 30 s. */
export type Connection = 'live' | 'reconnecting' | 'offline'

const steps = [
  { after: 3000, connection: 'reconnecting' },
  { after: 30_000, connection: 'offline' },
] as const

export class ConnectionWatch {
  readonly store = createStore<{ connection: Connection }>()(() => ({ connection: 'live' }))
  #timers: ReturnType<typeof setTimeout>[] = []
  #isLost = false

  constructor({ over }: Scope) {
    over.addEventListener('abort', () => this.#timers.forEach(clearTimeout))
  }

  connected(): void {
    this.#isLost = false
    this.#timers.forEach(clearTimeout)
    this.#change('live')
  }

  lost(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#timers = steps.map(({ after, connection }) => setTimeout(() => this.#change(connection), after))
  }

  #change(connection: Connection): void {
    if (connection !== this.store.getState().connection) this.store.setState({ connection })
  }
}

export function useConnection(): Connection {
  return usePart(ConnectionWatch, ({ connection }) => connection, 'live')
}
