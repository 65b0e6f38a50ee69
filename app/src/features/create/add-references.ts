/** Files and source images become references of the draft: prepared on the device, then sent. */
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast.ts'

import { createMessages } from './create-messages.ts'
import { useCreateStore } from './create-store.ts'
import { uploadReference } from './generation-api.ts'
import { prepareReference, ReferenceError, takeReferences } from './reference-file.ts'

export async function addReferences(files: readonly File[], userId: string): Promise<void> {
  const { taken, dropped } = takeReferences(files, useCreateStore.getState().draft.references.length)
  if (dropped > 0) toast({ title: currentMessages(createMessages).dropped(dropped) })
  await Promise.all(taken.map((file) => addOne(() => Promise.resolve(file), userId)))
}

/** Attaches an image of ours as a reference; when it cannot be fetched the text stays and the person is told. */
export async function addSourceImage(url: string, userId: string): Promise<void> {
  const fetchSource = async () => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`the source image answered ${response.status}`)
    return response.blob()
  }
  const id = await addOne(fetchSource, userId)
  const added = useCreateStore.getState().draft.references.find((reference) => reference.id === id)
  if (added?.state !== 'failed') return
  useCreateStore.getState().removeReference(id)
  toast({ title: currentMessages(createMessages).sourceMissing, tone: 'danger' })
}

async function addOne(read: () => Promise<Blob>, userId: string): Promise<string> {
  const { addReference, changeReference } = useCreateStore.getState()
  const id = crypto.randomUUID()
  addReference({ id, preview: null, state: 'preparing', url: null, problem: null })
  try {
    const picture = await prepareReference(await read())
    changeReference(id, { preview: URL.createObjectURL(picture) })
    changeReference(id, { url: await uploadReference(userId, picture), state: 'ready' })
  } catch (error) {
    changeReference(id, { state: 'failed', problem: error instanceof ReferenceError ? error.problem : 'upload' })
  }
  return id
}
