/** The outbox in IndexedDB, shared by the tabs of a device. Words and pictures in it are sealed with the device's key. */
import type { Vault } from '#crypto/index.ts'
import {
  dropKept,
  keep,
  openBytes,
  openValue,
  readAllKept,
  readKept,
  sealBytes,
  sealValue,
  type SealedEntry,
} from '#data/message-store.ts'

import type { PendingFile, PendingMessage } from './message.ts'
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

export function keptOutboxOf(userId: string, vault: () => Promise<Vault>): OutboxStore {
  const prefix = prefixOf(userId)
  const fileKey = (id: string, place: number) => `${userId}.outbox-file.${id}.${place}`
  const opened = new Map<string, { version: string; pending: PendingMessage }>()
  const filesKept = new Set<string>()
  const deviceKey = async () => (await vault()).indexKey()

  const keepFiles = async ({ id, files }: PendingMessage) => {
    if (files.length === 0 || filesKept.has(id)) return
    filesKept.add(id)
    const key = await deviceKey()
    for (const [place, { blob, ...facts }] of files.entries()) {
      const sealed = await sealBytes(key, await blob.arrayBuffer())
      await keep(fileKey(id, place), { ...facts, mediaType: blob.type, sealed } satisfies KeptFile)
    }
  }
  const readFiles = async (id: string, count: number): Promise<PendingFile[]> => {
    const files: PendingFile[] = []
    const key = count > 0 ? await deviceKey() : null
    for (let place = 0; key && place < count; place += 1) {
      const kept = await readKept<KeptFile>(fileKey(id, place))
      const bytes = kept && (await openBytes(key, kept.sealed))
      if (!kept || !bytes) continue
      const { width, height, thumbhash, mediaType } = kept
      files.push({ width, height, thumbhash, blob: new Blob([bytes], { type: mediaType }) })
    }
    return files
  }
  const openOne = async (name: string, { version, sealed, files }: KeptMessage): Promise<PendingMessage | null> => {
    const id = name.slice(name.indexOf('.') + 1)
    const known = opened.get(id)
    if (known?.version === version) return known.pending
    const message = await openValue<PendingMessage>(await deviceKey(), sealed)
    if (!message) return null
    const pending = { ...message, files: await readFiles(id, files) }
    opened.set(id, { version, pending })
    return pending
  }

  return {
    keep: async (pending) => {
      const { files, ...message } = pending
      await keepFiles(pending)
      const version = crypto.randomUUID()
      opened.set(pending.id, { version, pending })
      const sealed = await sealValue(await deviceKey(), message)
      const entry: KeptMessage = { version, sealed, files: files.length }
      await keep(`${prefix}${pending.conversationId}.${pending.id}`, entry)
    },
    drop: async ({ id, conversationId }) => {
      opened.delete(id)
      await keep(`${prefix}${conversationId}.${id}`, null)
      if (filesKept.delete(id)) await dropKept(`${userId}.outbox-file.${id}.`)
    },
    read: async (conversationId) => {
      const entries = await readAllKept<KeptMessage>(conversationId === undefined ? prefix : `${prefix}${conversationId}.`)
      const messages = entries.map(([name, entry]) => openOne(conversationId === undefined ? name : `.${name}`, entry))
      return (await Promise.all(messages)).filter((message) => message !== null)
    },
  }
}
