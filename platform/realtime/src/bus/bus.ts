/** What carries messages between the nodes of one system. At most once: whoever needs more must be able to ask again. */

import type { Observe } from '@platform/http'

import type { RealtimeEvent } from '../events.ts'

export interface BusOptions {
  /** Of the node that opens it. */
  readonly node: string
  readonly observe: Observe<RealtimeEvent>
  /** A message of another node, in the order in which that node sent them. Never one's own. */
  readonly onMessage: (message: Buffer) => void
  /** Messages may have been missed. */
  readonly onGap: () => void
}

export interface Bus extends AsyncDisposable {
  /** Never fails and never waits: what cannot be sent is lost, and `onGap` says so later on all nodes. */
  publish(message: Buffer): void
}

/** Resolves once messages of others arrive. */
export type OpenBus = (options: BusOptions) => Promise<Bus>
