/** Where two devices of one person meet: what is said there is sealed for them, and may be lost (E2EE §4). */
import { DataError } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'

/** The scanning device's answer, the number that follows it, the keys. */
export type LinkKind = 'answer' | 'number' | 'keys'

export interface LinkChannel {
  send: (kind: LinkKind, text: string) => Promise<void>
  leave: () => void
}

/** Joined when it resolves: nothing that is said from then on is missed. */
export async function joinLink(userId: string, onHeard: (kind: LinkKind, text: string) => void): Promise<LinkChannel> {
  const client = await supabase()
  await client.realtime.setAuth()
  const channel = client.channel(`link:${userId}`, { config: { private: true, broadcast: { ack: true } } })
  for (const kind of ['answer', 'number', 'keys'] as const) {
    channel.on('broadcast', { event: kind }, ({ payload }: { payload?: { text?: unknown } }) => {
      if (typeof payload?.text === 'string') onHeard(kind, payload.text)
    })
  }
  const leave = () => void client.removeChannel(channel)
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status: string) => {
      if (status === 'SUBSCRIBED') resolve()
      else reject(noWay())
    })
  }).catch((error: unknown) => {
    leave()
    throw error
  })
  return {
    send: async (kind, text) => {
      const outcome = await channel.send({ type: 'broadcast', event: kind, payload: { text } })
      if (outcome !== 'ok') throw noWay()
    },
    leave,
  }
}

const noWay = () => new DataError('The other device cannot be reached', { status: 0, hint: 'network' })
