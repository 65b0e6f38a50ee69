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
  /** A message to those who follow a topic was not sent. */
  readonly onUnsent: (topic: string) => void
}

export interface Bus extends AsyncDisposable {
  /**
   * To all nodes, or to those at least that follow the topic. Never fails and never waits: what cannot be sent is lost, and
   * `onUnsent` says so here, `onGap` later where it is missing.
   */
  publish(message: Buffer, topic: string | null): void
  /** Resolves once messages of the topic arrive. Those without one, and of other topics as the case may be, arrive anyway. */
  follow(topic: string): Promise<void>
  unfollow(topic: string): void
}

/** Resolves once messages of others arrive. */
export type OpenBus = (options: BusOptions) => Promise<Bus>
