/** The outbox in IndexedDB, shared by the tabs of a device. Words and pictures in it are sealed with the device's key. */
import {
  deviceKeyOf,
  dropKept,
  keep,
  openBytes,
  openValue,
  readAllKept,
  sealBytes,
  sealValue,
  type SealedEntry,
} from '#data/device/message-store.ts'

import type { PendingFile, PendingMessage } from '../message.ts'
import type { OutboxStore } from './outbox.ts'

interface KeptMessage {
  /** Changes whenever it is kept anew: what was opened once need not be opened again. */
  version: string
  sealed: SealedEntry
  files: number
}

interface KeptFile extends Omit<PendingFile, 'blob'> {
  mediaType: string
  sealed: SealedEntry
}

const prefixOf = (userId: string) => `${userId}.outbox.`

export function keptOutboxOf(userId: string): OutboxStore {
  const prefix = prefixOf(userId)
  const opened = new Map<string, { version: string; pending: PendingMessage }>()
  const deviceKey = () => deviceKeyOf(userId)
  const pictures = keptPicturesOf(userId, deviceKey)

  const openOne = async (name: string, { version, sealed, files }: KeptMessage): Promise<PendingMessage | null> => {
    const id = name.slice(name.indexOf('.') + 1)
    const known = opened.get(id)
    if (known?.version === version) return known.pending
    const message = await openValue<PendingMessage>(await deviceKey(), sealed)
    if (!message) return null
    const pending = { ...message, files: await pictures.read(id, files) }
    opened.set(id, { version, pending })
    return pending
  }

  return {
    keep: async (pending, onHanded) => {
      const { files, ...message } = pending
      await pictures.keep(pending)
      const version = crypto.randomUUID()
      opened.set(pending.id, { version, pending })
      const sealed = await sealValue(await deviceKey(), message)
      const entry: KeptMessage = { version, sealed, files: files.length }
      if (!(await keep(`${prefix}${pending.conversationId}.${pending.id}`, entry, onHanded)))
        throw new Error('This browser keeps nothing')
    },
    drop: async ({ id, conversationId }) => {
      opened.delete(id)
      await keep(`${prefix}${conversationId}.${id}`, null)
      await pictures.drop(id)
    },
    read: async (conversationId) => {
      const entries = await readAllKept<KeptMessage>(
        conversationId === undefined ? prefix : `${prefix}${conversationId}.`,
      )
      const messages = entries.map(([name, entry]) => openOne(conversationId === undefined ? name : `.${name}`, entry))
      return (await Promise.all(messages)).filter((message) => message !== null)
    },
  }
}

/** Beside the messages, so that reading what waits does not read every picture again. */
function keptPicturesOf(userId: string, deviceKey: () => Promise<CryptoKey>) {
  const prefix = (id: string) => `${userId}.outbox-file.${id}.`
  const known = new Set<string>()
  return {
    keep: async ({ id, files }: PendingMessage): Promise<void> => {
      if (files.length === 0 || known.has(id)) return
      const key = await deviceKey()
      for (const [place, { blob, ...facts }] of files.entries()) {
        const sealed = await sealBytes(key, await blob.arrayBuffer())
        await keep(`${prefix(id)}${place}`, { ...facts, mediaType: blob.type, sealed } satisfies KeptFile)
      }
      known.add(id)
    },
    read: async (id: string, count: number): Promise<PendingFile[]> => {
      if (count === 0) return []
      known.add(id)
      const key = await deviceKey()
      const kept = await readAllKept<KeptFile>(prefix(id))
      const opened = kept.map(async ([, { sealed, mediaType, width, height, thumbhash }]) => {
        const bytes = await openBytes(key, sealed)
        return bytes && { width, height, thumbhash, blob: new Blob([bytes], { type: mediaType }) }
      })
      return (await Promise.all(opened)).filter((file) => file !== null)
    },
    drop: async (id: string): Promise<void> => {
      if (known.delete(id)) await dropKept(prefix(id))
    },
  }
}
