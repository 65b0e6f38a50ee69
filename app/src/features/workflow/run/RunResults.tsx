/** Every picture of the run: look, publish, keep, go on with it. */
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Suspense, useState } from 'react'

import { mediaAddress } from '#data/config.ts'
import { viewCreation } from '#entities/generation/announce.ts'
import { openCreateForm } from '#entities/generation/create-intent.ts'
import { downloadImage, fetchImage, type DownloadWish } from '#entities/image/download/download-image.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { shareAddress } from '#entities/image/share-address.ts'
import { imagesOf, type Run, type RunImage } from '#entities/workflow/run.ts'
import { meetCreation } from '#entities/workflow/watch-run.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { lazy } from '#ui/lazy.ts'
import { Menu, type MenuItem } from '#ui/menu/Menu.tsx'
import { toast } from '#ui/toast/toast.ts'

import { runMessages } from './run.i18n.ts'
import { storedImage } from './stored-image.ts'

const ImageViewer = lazy(async () => (await import('#entities/image/viewer/ImageViewer.tsx')).ImageViewer)

export function RunResults({ run }: { run: Run }) {
  const m = useMessages(runMessages)
  const images = imagesOf(run)
  const [largeAt, setLargeAt] = useState<number | null>(null)
  const large = largeAt === null ? undefined : images[largeAt]
  if (images.length === 0) return null
  return (
    <section aria-labelledby="results">
      <h2 id="results">{m.results}</h2>
      <ul className="mt-3 grid grid-cols-2 items-start gap-x-3 gap-y-5 md:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]">
        {images.map((image, place) => (
          <li key={image.url} className="grid gap-2">
            <button type="button" aria-label={m.enlarge(place + 1)} onClick={() => setLargeAt(place)}>
              <Picture
                image={storedImage(image)}
                alt={`${image.prompt} (${place + 1})`}
                sizes="(width < 48rem) 46vw, 240px"
                className="rounded-img"
              />
            </button>
            <ImageButtons image={image} />
          </li>
        ))}
      </ul>
      {large && largeAt !== null && (
        <Suspense>
          <ImageViewer
            image={storedImage(large)}
            prompt={large.prompt}
            place={{ index: largeAt, images: images.map(storedImage), onGo: setLargeAt }}
            onClose={() => setLargeAt(null)}
            download={(wish) => void download(large, wish)}
            share={() => void share(large)}
            remix={() => {
              setLargeAt(null)
              remix(large)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

function ImageButtons({ image }: { image: RunImage }) {
  const m = useMessages(runMessages)
  const { generationId } = image
  const items: MenuItem[] = [
    { label: m.save, onPress: () => void download(image) },
    { label: m.asReference, onPress: () => asReference(image) },
    { label: m.remix, onPress: () => remix(image) },
    { label: m.share, onPress: () => void share(image) },
  ]
  return (
    <div className="flex gap-1.5">
      {generationId !== null && (
        <Button className="min-w-0 flex-1 px-2!" onClick={() => void publish(generationId)}>
          {m.publish}
        </Button>
      )}
      <Menu label={m.more} iconOnly icon={<Ellipsis aria-hidden="true" className="size-5.5" />} items={items} />
    </div>
  )
}

/** Where every creation is published: with its details and its choices. */
async function publish(generationId: string): Promise<void> {
  const creation = await meetCreation(generationId)
  if (creation) viewCreation(creation.key)
}

function addressOf({ url }: RunImage): string {
  return new URL(originalUrl(url, mediaAddress()), location.origin).href
}

function asReference(image: RunImage): void {
  openCreateForm({ references: { pictures: [{ url: addressOf(image) }], manner: 'add' } })
}

function remix(image: RunImage): void {
  const pictures = [{ url: addressOf(image) }]
  openCreateForm({ prompt: image.prompt, references: { pictures, manner: 'replace' } })
}

async function download(image: RunImage, wish?: DownloadWish): Promise<void> {
  const outcome = await downloadImage(image.url, nameOf(image), wish)
  if (outcome === 'opened') toast({ title: currentMessages(runMessages).openedInTab })
}

async function share(image: RunImage): Promise<void> {
  const m = currentMessages(runMessages)
  try {
    const file = () => fetchImage(image.url, nameOf(image))
    if ((await shareAddress({ url: addressOf(image), title: image.prompt, file })) === 'copied')
      toast({ title: m.copied })
  } catch {
    toast({ title: m.copyFailed, tone: 'danger' })
  }
}

function nameOf({ id, generationId }: RunImage): string {
  return `cortexia-${id ?? generationId ?? 'image'}`
}
