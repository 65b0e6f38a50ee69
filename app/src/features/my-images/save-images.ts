/** Several pictures saved at once: one file after the other, or in one archive. */
import { downloadImage, fetchImage } from '#entities/image/download/download-image.ts'
import { currentMessages } from '#i18n/messages.ts'
import { saveFile } from '#ui/file/save-file.ts'
import { toast } from '#ui/toast/toast.ts'

import { myImagesMessages } from './my-images.i18n.ts'
import type { MyImage } from './my-images.ts'

/** Browsers drop downloads that follow one another at once. */
const pauseMs = 400

const nameOf = ({ id, createdAt }: MyImage) => `cortexia-${createdAt.slice(0, 10)}-${id.slice(-8)}`

export async function saveAsFiles(images: readonly MyImage[], onSaved: (count: number) => void): Promise<void> {
  for (const [place, image] of images.entries()) {
    await downloadImage(image.url, nameOf(image))
    onSaved(place + 1)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** What cannot be fetched is left out, and said. */
export async function saveAsArchive(images: readonly MyImage[], onSaved: (count: number) => void): Promise<void> {
  const m = currentMessages(myImagesMessages)
  const { downloadZip } = await import('client-zip')
  let missing = 0
  async function* files(): AsyncGenerator<File> {
    for (const [place, image] of images.entries()) {
      try {
        yield await fetchImage(image.url, nameOf(image))
      } catch {
        missing += 1
      }
      onSaved(place + 1)
    }
  }
  const archive = await downloadZip(files()).blob()
  if (missing === images.length) {
    toast({ title: m.saveFailed, description: m.network, tone: 'danger' })
    return
  }
  saveFile(archive, `cortexia-${images.length - missing}-images.zip`)
  if (missing > 0) toast({ title: m.someMissing(missing), tone: 'danger' })
}
