/** What goes into a channel's decisions, and what comes out of them. Nothing here acts. */

import type { SentMessage } from '../changes/row-changes.ts'
import type { Broadcast } from '../wire/broadcast.ts'
import type { ClientMessage } from '../wire/client-frames.ts'
import type { Caller, TokenRefusal } from './caller.ts'
import type { JoinWishes } from './join-wishes.ts'

export type Extension = 'broadcast' | 'presence'

export type Input =
  | { readonly is: 'started' }
  | { readonly is: 'pushed'; readonly message: ClientMessage; readonly now: number }
  | { readonly is: 'answered'; readonly answer: Answer; readonly now: number }
  /** Another join of the same topic on the same connection. */
  | { readonly is: 'replaced' }
  | { readonly is: 'clock'; readonly now: number }
  | { readonly is: 'rights-lost' }
  /** The session of the token has ended, or its person is banned. */
  | { readonly is: 'revoked'; readonly message: string }
  | { readonly is: 'flooded'; readonly message: string }
  | { readonly is: 'rows'; readonly status: 'ok' | 'error'; readonly message: string }

/** One thing at a time is asked; pushes that come meanwhile wait. */
export type Question =
  | { readonly about: 'token'; readonly token: string | null }
  | { readonly about: 'read'; readonly caller: Caller }
  | { readonly about: 'write'; readonly caller: Caller; readonly extension: Extension }
  | { readonly about: 'replay'; readonly since: number; readonly limit: number }
  | { readonly about: 'rows'; readonly caller: Caller; readonly withinMs: number }

export type Answer =
  | { readonly about: 'token'; readonly caller: Caller }
  | { readonly about: 'token'; readonly refusal: TokenRefusal }
  | { readonly about: 'read'; readonly broadcast: boolean; readonly presence: boolean }
  | { readonly about: 'write'; readonly extension: Extension; readonly isAllowed: boolean }
  | { readonly about: 'replay'; readonly messages: readonly SentMessage[] }
  | { readonly about: 'rows'; readonly refusal: string | null }
  /** The database did not answer; nothing is decided. */
  | { readonly about: 'unavailable' }

export type Effect =
  | { readonly do: 'ask'; readonly question: Question }
  | { readonly do: 'reply'; readonly ref: string | null; readonly status: 'ok' | 'error'; readonly response: object }
  | { readonly do: 'answer-join'; readonly ref: string | null }
  | { readonly do: 'push'; readonly event: string; readonly payload: object; readonly ref?: string | null }
  /** From now on the topic's broadcasts and presences arrive. */
  | { readonly do: 'enter' }
  | { readonly do: 'exit' }
  | { readonly do: 'replay'; readonly messages: readonly SentMessage[] }
  | { readonly do: 'publish'; readonly broadcast: Broadcast; readonly meta: object | null }
  | { readonly do: 'show-presence' }
  | { readonly do: 'track'; readonly meta: Readonly<Record<string, unknown>> }
  | { readonly do: 'untrack' }
  | { readonly do: 'watch-rows'; readonly caller: Caller }
  | { readonly do: 'rewatch-rows'; readonly caller: Caller }

export interface Step {
  readonly state: ChannelState
  readonly effects: readonly Effect[]
}

export interface ChannelState {
  /** As the client writes it: `realtime:` and the name. */
  readonly topic: string
  readonly name: string
  readonly joinRef: string | null
  readonly joinMessageRef: string | null
  readonly wishes: JoinWishes
  readonly phase: 'joining' | 'joined' | 'closed'
  readonly caller: Caller | null
  readonly rights: Rights
  readonly asking: Question['about'] | null
  /** Pushes that came while something was asked. */
  readonly held: readonly ClientMessage[]
  /** Found before the join is answered, sent after. */
  readonly replayed: readonly SentMessage[]
  readonly presence: PresenceState
}

export type Rights = Readonly<Record<Extension, ExtensionRights>>

export interface ExtensionRights {
  readonly read: boolean
  /** Null until a write asks, and again when the answer is old. */
  readonly write: boolean | null
  /** When `write` was found out, in epoch milliseconds. */
  readonly writeAt: number
}

export interface PresenceState {
  readonly isOn: boolean
  /** JSON of what is tracked; null when nothing is. */
  readonly tracked: string | null
  /** Whose name stands in what is tracked. */
  readonly trackedAs: string | null
  readonly calls: number
  /** When the window ends that `calls` are counted in. */
  readonly windowEnds: number
}
