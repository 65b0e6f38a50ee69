/** One of one's own pictures and all that can be done with it. */
import { useQuery } from '@tanstack/react-query'
import Scaling from 'lucide-react/icons/scaling'
import Trash from 'lucide-react/icons/trash-2'
import { Suspense, useState, type ComponentType } from 'react'

import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { enlargeMessages } from '#entities/generation/enlarging/enlarge.i18n.ts'
import { canEnlarge, enlarge } from '#entities/generation/enlarging/enlarge.ts'
import { LargePicture } from '#entities/image/LargePicture.tsx'
import { StarRating } from '#entities/image/rating/StarRating.tsx'
import { TechnicalDetails } from '#entities/image/TechnicalDetails.tsx'
import { formatAgo } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { lazy } from '#ui/lazy.ts'

import { deleteImages, rateImage } from './change-images.ts'
import { myImageQueries } from './my-images-queries.ts'
import { myImagesMessages } from './my-images.i18n.ts'
import type { MyImage } from './my-images.ts'

const ImageViewer = lazy(async () => (await import('#entities/image/viewer/ImageViewer.tsx')).ImageViewer)

/** Publishing, saving, sharing and using again are what a fresh picture offers; the screen that knows both gives them. */
export interface OwnImageTools {
  Actions: ComponentType<{ creation: Creation; image: CreatedImage; postId: string | null }>
  viewerActions: (
    creation: Creation,
    image: CreatedImage,
  ) => { remix: () => void; download: () => void; share: () => void }
}

export interface ImageSheetProps extends OwnImageTools {
  image: MyImage
  /** The list as it stands, for the viewer. */
  images: readonly MyImage[]
  onGo: (image: MyImage) => void
  onClose: () => void
}

function EnlargeButton({ imageId, onSee }: { imageId: string; onSee: () => void }) {
  const m = useMessages(enlargeMessages)
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await enlarge(imageId, onSee)
    setBusy(false)
  }
  return (
    <Button
      icon={<Scaling aria-hidden="true" className="size-4.5" />}
      busyLabel={isBusy && m.busy}
      onClick={() => void press()}
    >
      {m.action}
    </Button>
  )
}

export function ImageSheet({ image, images, onGo, onClose, Actions, viewerActions }: ImageSheetProps) {
  const m = useMessages(myImagesMessages)
  const [isLarge, setLarge] = useState(false)
  const { data: creation, isError, refetch } = useQuery(myImageQueries.creation(image.generationId))
  const own: CreatedImage = image
  const remove = () => {
    onClose()
    void deleteImages([image.id])
  }
  const index = images.findIndex(({ id }) => id === image.id)
  const go = (place: number) => {
    const next = images[place]
    if (next) onGo(next)
  }
  return (
    <Dialog title={m.title} onClose={onClose} size="md" back={{ label: m.back, onPress: onClose }}>
      <div className="grid gap-3">
        <LargePicture
          image={image}
          alt={image.prompt}
          sizes="(width < 48rem) 90vw, 560px"
          aria-label={m.enlarge}
          onClick={() => setLarge(true)}
        />
        <StarRating stars={image.stars} onRate={(stars) => void rateImage(image, stars)} />
        <p className="prompt line-clamp-4 text-sm">{image.prompt}</p>
        <p className="text-xs text-text-3">{m.facts(image.mode, formatAgo(image.createdAt))}</p>
        {creation && <TechnicalDetails engine={creation.engine} size={image} seed={image.seed} />}
        {creation && <Actions creation={creation} image={own} postId={image.postId} />}
        {!creation && isError && (
          <div role="alert" className="flex items-center gap-3 text-sm">
            {m.network}
            <Button size="sm" onClick={() => void refetch()}>
              {m.retry}
            </Button>
          </div>
        )}
        {!creation && !isError && <Spinner className="mx-auto my-4" />}
        <div className="flex flex-wrap gap-2 *:flex-auto">
          {canEnlarge(image) && <EnlargeButton imageId={image.id} onSee={onClose} />}
          <Button variant="danger" icon={<Trash aria-hidden="true" className="size-4.5" />} onClick={remove}>
            {m.delete}
          </Button>
        </div>
      </div>
      {isLarge && creation && (
        <Suspense>
          <ImageViewer
            image={image}
            prompt={image.prompt}
            place={{ index, images, onGo: go }}
            onClose={() => setLarge(false)}
            {...viewerActions(creation, own)}
          />
        </Suspense>
      )}
    </Dialog>
  )
}
