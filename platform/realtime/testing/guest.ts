/** One of many who hold the official client, are present in a room, and come back when their connection is lost. */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'

export class Guest {
  readonly client: SupabaseClient
  readonly channel: RealtimeChannel
  readonly heard: unknown[] = []
  /** When the connection was last found lost, and when the channel was last joined; `performance.now()`. */
  lostAt: number | null = null
  joinedAt: number | null = null

  constructor(client: SupabaseClient, room: string, key: string) {
    this.client = client
    this.channel = client
      .channel(room, { config: { presence: { key } } })
      .on('presence', { event: 'sync' }, () => {})
      .on('broadcast', { event: '*' }, ({ payload }) => this.heard.push(payload))
  }

  enter(): this {
    this.channel.subscribe((status: string) => {
      if (status !== 'SUBSCRIBED') this.lostAt ??= performance.now()
      else {
        this.joinedAt = performance.now()
        void this.channel.track({})
      }
    })
    return this
  }

  get isBack(): boolean {
    return this.lostAt !== null && this.joinedAt !== null && this.joinedAt > this.lostAt
  }

  /** Who is present, each as often as their presence stands there. */
  get sees(): string[] {
    const state = this.channel.presenceState()
    return Object.entries(state)
      .flatMap(([key, metas]) => metas.map(() => key))
      .sort()
  }
}
