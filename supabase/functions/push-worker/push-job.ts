/** What the database hands to whoever sends: one group, and the browsers that do not have it yet. */
import type { PushedMessage } from '../_shared/contract/src/index.ts'
import type { Notice } from '../_shared/notices/word-notice.ts'

export interface PushTarget {
  readonly id: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushJob extends Notice {
  readonly notification_id: string
  readonly user_id: string
  readonly body: string
  /** The beginning of the comment that it is about. */
  readonly excerpt: string | null
  /** Of a digest: how many acts of each type. */
  readonly digest: Readonly<Record<string, number>> | null
  readonly message: Required<PushedMessage> | null
  readonly unread: number
  readonly language: 'fr' | 'en' | null
  readonly subscriptions: readonly PushTarget[]
}

declare module '../_shared/rpc.ts' {
  interface RpcAnswers {
    claim_pushes: readonly PushJob[]
  }
}

/** `refused` is final for this message; `gone` for the subscription. */
export interface PushOutcome {
  readonly id: string
  readonly kind: 'ok' | 'gone' | 'failed' | 'refused'
  readonly retry_seconds?: number
}
