import type { Database } from '@platform/database'
import { expect, test } from 'vitest'

import type { RowChangesEvent } from './events.ts'
import type { SentMessage } from './row-changes.ts'
import { MessagesSupply } from './sent-messages.ts'

const sent = (id: string): SentMessage => ({
  id,
  topic: 'room',
  event: 'said',
  isPrivate: true,
  payloadJson: '{}',
  binary: null,
  insertedAt: new Date(0),
})

test('a listener that fails is told of, and keeps neither the others nor later messages from anybody', async () => {
  const told: string[] = []
  const events: RowChangesEvent[] = []
  const supply = { isByTopic: false, acquire: () => Promise.resolve(() => undefined) }
  const messages = new MessagesSupply(supply, {} as Database, (event) => events.push(event))
  messages.listen(() => {
    throw new Error('a fault')
  })
  messages.listen(({ id }) => told.push(id))
  messages.hand(sent('first'))
  await Promise.resolve()
  messages.hand(sent('second'))
  await expect.poll(() => told).toEqual(['first', 'second'])
  expect(events.map(({ kind }) => kind)).toEqual(['realtime.background-failed', 'realtime.background-failed'])
})
