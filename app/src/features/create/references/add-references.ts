/** Files and pictures of ours become references of the draft: prepared on the device, then sent ahead of the order. */
import { defaultInfluence, maxReferences } from '@product/contract'

import { mediaAddress } from '#data/config.ts'
import { isOnline } from '#data/network.ts'
import { read } from '#data/wire.ts'
import type { IntendedReference } from '#entities/generation/create-intent.ts'
import { uploadReference } from '#entities/generation/generator-api.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { pickingMessages } from '#entities/image/picking/picking.i18n.ts'
import { prepareReference, ReferenceError, takeReferences } from '#entities/image/picking/reference-file.ts'
import { fetchStored } from '#entities/image/picking/stored-file.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { addReference, changeReference, currentPersonId, getDraft, removeReference } from '../draft/draft-store.ts'
import type { Reference } from '../draft/draft.ts'
import { remixMessages } from '../remix/remix.i18n.ts'
import { answerAsBefore } from './likeness.ts'
import { referenceMessages } from './reference.i18n.ts'

export async function addReferences(files: readonly Blob[]): Promise<void> {
  const taken = takeAndTell(files)
  await Promise.all(taken.map((file) => prepare(newReference(), () => Promise.resolve(file))))
}

/**
 * Attaches pictures of ours; where one cannot be fetched, or its author does not let others use it, the text and the other
 * references stay and the person is told (spec §4).
 */
export async function addPictures(pictures: readonly IntendedReference[]): Promise<void> {
  await Promise.all(
    takeAndTell(pictures).map((picture) => {
      const { role = 'auto', influence = defaultInfluence } = picture
      const reference = { ...newReference(), role, influence }
      if ('file' in picture) return prepare(reference, () => Promise.resolve(picture.file))
      const address = addressOf(picture.url)
      if (isCreation(address)) return attach({ ...reference, source: address }, picture.postId ?? null)
      return prepareStored(reference, address)
    }),
  )
}

/** What was sent with an earlier order: it is sent anew, since it does not stay for long. */
async function prepareStored(reference: Reference, address: string): Promise<void> {
  await prepare(reference, () => fetchStored(address))
  const added = getDraft().references.find(({ id }) => id === reference.id)
  if (added?.state === 'failed' && added.problem !== 'upload') refuse(reference.id)
}

/** A creation stays what it is: it is fetched to be seen, and ordered with by its address. */
async function attach(reference: Reference & { source: string }, postId: string | null): Promise<void> {
  const { id, source } = reference
  addReference(reference)
  try {
    const [file, shown] = await Promise.all([fetchStored(source), postId === null ? null : readSource(postId)])
    if (shown && !shown.isAllowed) return refuse(id, currentMessages(remixMessages).forbidden(shown.author))
    const post = postId === null || !shown || shown.isOwn ? null : { postId, author: shown.author }
    // One's own may be cropped, and is another picture then.
    const isOwn = source.includes(`/${currentPersonId()}/`)
    changeReference(id, { preview: URL.createObjectURL(file), file: isOwn ? file : null, post, state: 'ready' })
  } catch {
    refuse(id)
  }
}

function refuse(id: string, why: string | null = null): void {
  const m = currentMessages(referenceMessages)
  removeReference(id)
  if (why === null) toast({ title: m.sourceMissing, tone: 'danger' })
  else toast({ title: why, description: m.othersKept, tone: 'danger' })
}

/** Another picture in the same slot, with the same role. */
export async function replaceReference(id: string, file: Blob): Promise<void> {
  changeReference(id, { state: 'preparing', problem: null, url: null, source: null, post: null, shows: null })
  await fill(id, () => Promise.resolve(file))
}

export async function retryReference({ id, file }: Reference): Promise<void> {
  if (file) await send(id, file)
}

/** The prepared picture, cropped or turned: it only has to be sent again. */
export async function changePicture(id: string, file: Blob): Promise<void> {
  show(id, file)
  await send(id, file)
}

function takeAndTell<Item>(chosen: readonly Item[]): Item[] {
  const { taken, dropped } = takeReferences(chosen, getDraft().references.length)
  if (dropped > 0) toast({ title: currentMessages(pickingMessages).dropped(maxReferences, dropped) })
  return taken
}

function newReference(): Reference {
  return {
    id: crypto.randomUUID(),
    file: null,
    preview: null,
    state: 'preparing',
    url: null,
    source: null,
    post: null,
    problem: null,
    bytes: 0,
    role: 'auto',
    influence: defaultInfluence,
    shows: null,
  }
}

async function prepare(reference: Reference, read: () => Promise<Blob>): Promise<void> {
  addReference(reference)
  await fill(reference.id, read)
}

async function fill(id: string, read: () => Promise<Blob>): Promise<void> {
  try {
    const file = await prepareReference(await read())
    show(id, file)
    await send(id, file)
  } catch (error) {
    const known = error instanceof ReferenceError ? error : null
    changeReference(id, { state: 'failed', problem: known?.problem ?? 'damaged', bytes: known?.bytes ?? 0 })
  }
}

function show(id: string, file: Blob): void {
  const before = getDraft().references.find((reference) => reference.id === id)?.preview
  changeReference(id, { file, preview: URL.createObjectURL(file), url: null, source: null })
  if (before) URL.revokeObjectURL(before)
}

/** Ahead of the order, so that it need not wait. Without network the picture leaves with the order. */
async function send(id: string, file: Blob): Promise<void> {
  const userId = currentPersonId()
  if (userId === null || !isOnline()) {
    changeReference(id, { state: 'ready', problem: null })
    return
  }
  changeReference(id, { state: 'preparing', problem: null })
  try {
    const [url] = await Promise.all([uploadReference(userId, file), answerAsBefore(userId, id, file)])
    // Meanwhile it may have been cropped.
    if (getDraft().references.find((reference) => reference.id === id)?.file === file)
      changeReference(id, { url, state: 'ready' })
  } catch {
    const isAway = !isOnline()
    changeReference(id, isAway ? { state: 'ready' } : { state: 'failed', problem: 'upload' })
  }
}

/** As this page reaches it, whatever name the server had when the row was written. */
function addressOf(url: string): string {
  return new URL(originalUrl(url, mediaAddress()), location.origin).href
}

function isCreation(address: string): boolean {
  return address.includes('/storage/v1/object/public/generated-images/')
}

interface Source {
  author: string
  isOwn: boolean
  isAllowed: boolean
}

const columns = 'remix_allowed,creator:profiles!feed_posts_creator_id_fkey(id,username,display_name)'

/** Whose publication it is and whether they let others use it; null where nobody can say: the server decides at the order. */
async function readSource(postId: string): Promise<Source | null> {
  const [row] = await read('feed_posts', columns, { id: `eq.${postId}` }).catch(() => [])
  if (!row) return null
  const { creator, remix_allowed: isAllowed } = row
  const isOwn = creator.id === currentPersonId()
  const author = creator.username === null ? creator.display_name : `@${creator.username}`
  return { author, isOwn, isAllowed: isAllowed || isOwn }
}
