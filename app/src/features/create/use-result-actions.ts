/** What one can do with a fresh picture. */
import { readInlineConfig } from '#data/config.ts'
import { getSession } from '#data/session.ts'
import { downloadImage } from '#entities/image/download-image.ts'
import { originalUrl, type StoredImage } from '#entities/image/image-source.ts'
import { shareAddress } from '#entities/image/share-address.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast.ts'

import { addSourceImage } from './add-references.ts'
import { createMessages } from './create-messages.ts'
import { useCreateStore, type Creation } from './create-store.ts'

function imageOf({ result }: Creation): StoredImage | null {
  const [url] = result.images
  const { width, height, thumbhash } = result.metadata
  return url === undefined ? null : { url, width, height, thumbhash: thumbhash ?? null }
}

export function useResultActions(creation: Creation) {
  const image = imageOf(creation)
  const address = image && new URL(originalUrl(image.url, readInlineConfig()?.supabaseUrl ?? ''), location.origin).href

  const download = async () => {
    if (!image) return
    const outcome = await downloadImage(image.url, `cortexia-${creation.result.metadata.generation_id}`)
    if (outcome === 'opened') toast({ title: currentMessages(createMessages).openedInTab })
  }

  const share = async () => {
    const m = currentMessages(createMessages)
    if (!address) return
    try {
      if ((await shareAddress({ url: address, title: creation.prompt })) === 'copied') toast({ title: m.copied })
    } catch {
      toast({ title: m.copyFailed, tone: 'danger' })
    }
  }

  /** Back to the form, the picture attached as a reference and the words kept. */
  const remix = () => {
    const { setPhase, changeDraft, draft } = useCreateStore.getState()
    const session = getSession()
    setPhase({ name: 'form' })
    changeDraft({ prompt: creation.prompt, references: draft.references.slice(0, 2), chosenMode: null })
    if (address && session.status === 'signed-in') void addSourceImage(address, session.user.id)
  }

  return { image, remix, download: () => void download(), share: () => void share() }
}
