/** What one can do with a fresh picture besides publishing it. */
import { mediaAddress } from '#data/config.ts'
import { offerPicture } from '#entities/conversation/send-target.ts'
import { openCreateForm, type CreateIntent } from '#entities/generation/create-intent.ts'
import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { downloadImage, fetchImage, type DownloadWish } from '#entities/image/download/download-image.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { shareAddress } from '#entities/image/share-address.ts'
import { closeModal } from '#entities/session/modals.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { resultMessages } from './result.i18n.ts'

/** `change`: everything as it was, seed and all, for one picture with other words. */
export type Reuse = 'all' | 'change' | 'without-seed' | 'prompt'

export function imageActions({ id, key, order }: Creation, image: CreatedImage) {
  const name = `cortexia-${id ?? key}`
  const address = new URL(originalUrl(image.url, mediaAddress()), location.origin).href
  const download = async (wish?: DownloadWish) => {
    const outcome = await downloadImage(image.url, name, wish)
    if (outcome === 'opened') toast({ title: currentMessages(resultMessages).openedInTab })
  }
  const share = async () => {
    const m = currentMessages(resultMessages)
    try {
      const file = () => fetchImage(image.url, name)
      if ((await shareAddress({ url: address, title: order.prompt, file })) === 'copied') toast({ title: m.copied })
    } catch {
      toast({ title: m.copyFailed, tone: 'danger' })
    }
  }
  return {
    download: (wish?: DownloadWish) => void download(wish),
    share: () => void share(),
    /** Into a conversation, encrypted. */
    send: () => offerPicture(address),
    /** « Créer ensemble »: into the one that lies behind the form, with the words it was made from. */
    sendInto: (conversationId: string) => sendInto(conversationId, address, order.prompt),
    /** The picture attached as a reference, the words kept. */
    remix: () =>
      openCreateForm({ prompt: order.prompt, references: { pictures: [{ url: address }], manner: 'replace' } }),
    asReference: () => openCreateForm({ references: { pictures: [{ url: address }], manner: 'add' } }),
    reuse: (how: Reuse) => {
      openCreateForm(settingsOf(order, how, image.seed))
      const m = currentMessages(resultMessages)
      toast({ title: how === 'change' ? m.changeTaken : m.settingsTaken })
    },
  }
}

async function sendInto(conversationId: string, address: string, prompt: string): Promise<void> {
  const m = currentMessages(resultMessages)
  try {
    const { sendPicture } = await import('#entities/message/send.ts')
    await sendPicture(conversationId, address, { text: `« ${prompt} »` })
    closeModal()
  } catch {
    toast({ title: m.notSent, tone: 'danger' })
  }
}

function settingsOf(order: Creation['order'], how: Reuse, seed: number | null): CreateIntent {
  if (how === 'prompt') return { prompt: order.prompt }
  const { prompt, mode, count, negativePrompt, references } = order
  const pictures = references.flatMap(({ url, role, influence }) => (url === null ? [] : [{ url, role, influence }]))
  return {
    prompt,
    mode,
    count: how === 'change' ? 1 : count,
    negativePrompt,
    size: order,
    seed: how === 'without-seed' ? null : seed,
    references: { pictures, manner: 'replace' },
  }
}
