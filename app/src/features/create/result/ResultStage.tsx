/** The pictures in the loom's place, unrolled over it; the chosen one large, the others beside it. */
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Suspense, useState } from 'react'

import { isTrial, type CreatedImage, type Creation } from '#entities/generation/creation.ts'
import { enlargeMessages } from '#entities/generation/enlarging/enlarge.i18n.ts'
import { canEnlarge, enlarge } from '#entities/generation/enlarging/enlarge.ts'
import { LargePicture } from '#entities/image/LargePicture.tsx'
import { Picture } from '#entities/image/Picture.tsx'
import { saveStars, starsGivenTo } from '#entities/image/rating/save-stars.ts'
import { StarRating } from '#entities/image/rating/StarRating.tsx'
import { openModal } from '#entities/session/modals.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { lazy } from '#ui/lazy.ts'
import { Menu, type MenuItem } from '#ui/menu/Menu.tsx'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

import { beginAnew } from '../draft/draft-store.ts'
import { chooseImage, useChosenImage } from './chosen-image.ts'
import { imageActions } from './image-actions.ts'
import { resultMessages } from './result.i18n.ts'
import { ResultActions } from './ResultActions.tsx'
import { ResultFacts } from './ResultFacts.tsx'

const ImageViewer = lazy(async () => (await import('#entities/image/viewer/ImageViewer.tsx')).ImageViewer)
const CompareDialog = lazy(async () => (await import('#entities/image/CompareDialog.tsx')).CompareDialog)

export interface ResultStageProps {
  creation: Creation
  /** Back to the words. */
  onEdit: () => void
}

export function ResultStage({ creation, onEdit }: ResultStageProps) {
  const m = useMessages(resultMessages)
  const { isDesktop } = useScreenSize()
  const { image, place: chosen } = useChosenImage(creation)
  const [isLarge, setLarge] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const { images, order } = creation
  if (!image) return null
  const setChosen = (place: number) => chooseImage(creation.key, place)
  const alt = images.length > 1 ? `${order.prompt} (${chosen + 1})` : order.prompt
  return (
    <div className="grid gap-4">
      <LargePicture
        image={image}
        alt={alt}
        sizes="(width < 64rem) 90vw, 560px"
        aria-label={m.enlarge}
        data-stage-focus
        onClick={() => setLarge(true)}
        className="unroll"
      />
      {images.length > 1 && <Choice images={images} chosen={chosen} onChoose={setChosen} />}
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3>{m.title}</h3>
          <p className="text-sm text-text-3">{factsOf(creation)}</p>
        </div>
        <MoreMenu creation={creation} image={image} onCompare={() => setComparing(true)} />
      </div>
      {isDesktop && <ResultActions creation={creation} image={image} />}
      <ResultFacts creation={creation} image={image} />
      <Stars key={image.id} image={image} />
      {!isDesktop && (
        <Button
          variant="line"
          onClick={() => {
            beginAnew()
            onEdit()
          }}
        >
          {m.newImage}
        </Button>
      )}
      <Suspense>
        {isLarge && (
          <ImageViewer
            image={image}
            prompt={order.prompt}
            place={{ index: chosen, images, onGo: setChosen }}
            onClose={() => setLarge(false)}
            {...viewerActions(creation, image, () => setLarge(false))}
          />
        )}
        {isComparing && <Comparison images={images} chosen={chosen} onClose={() => setComparing(false)} />}
      </Suspense>
    </div>
  )
}

/** « Mes images » filters by them. */
function Stars({ image }: { image: CreatedImage }) {
  const [stars, setStars] = useState(() => starsGivenTo(image.id))
  const rate = async (wanted: number | null) => {
    setStars(wanted)
    if (!(await saveStars(image.id, wanted))) setStars(stars)
  }
  return <StarRating stars={stars} onRate={(wanted) => void rate(wanted)} />
}

/** A remix leads back to the form, which the viewer must not cover. */
function viewerActions(creation: Creation, image: CreatedImage, close: () => void) {
  const { remix, download, share } = imageActions(creation, image)
  return {
    download,
    share,
    remix: () => {
      close()
      remix()
    },
  }
}

/** In which mode it was made, and what it cost. */
function factsOf({ order, charged }: Creation): string {
  const m = currentMessages(resultMessages)
  const { mode } = order
  const made = m.facts(`${mode.charAt(0).toUpperCase()}${mode.slice(1)}`)
  return isTrial(order) ? `${made} · ${m.trial}` : [made, charged > 0 && m.cost(charged)].filter(Boolean).join(' · ')
}

interface ChoiceProps {
  images: readonly CreatedImage[]
  chosen: number
  onChoose: (place: number) => void
}

function Choice({ images, chosen, onChoose }: ChoiceProps) {
  const m = useMessages(resultMessages)
  return (
    <ul aria-label={m.images} className="grid grid-cols-4 gap-2">
      {images.map((image, place) => (
        <li key={image.id}>
          <button
            type="button"
            aria-label={m.select(place + 1)}
            aria-pressed={place === chosen}
            onClick={() => onChoose(place)}
            className="block w-full rounded-img aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-accent"
          >
            <Picture image={image} alt="" sizes="110px" className="aspect-square! w-full rounded-img" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Comparison({
  images,
  chosen,
  onClose,
}: {
  images: readonly CreatedImage[]
  chosen: number
  onClose: () => void
}) {
  const m = useMessages(resultMessages)
  const other = chosen === 0 ? 1 : 0
  const first = images[Math.min(chosen, other)]
  const second = images[Math.max(chosen, other)]
  if (!first || !second) return null
  const label = (place: number) => m.imageNumber(place + 1)
  return (
    <CompareDialog
      images={[
        { ...first, label: label(Math.min(chosen, other)) },
        { ...second, label: label(Math.max(chosen, other)) },
      ]}
      onClose={onClose}
    />
  )
}

function MoreMenu({ creation, image, onCompare }: { creation: Creation; image: CreatedImage; onCompare: () => void }) {
  const m = useMessages(resultMessages)
  const e = useMessages(enlargeMessages)
  const { reuse, asReference, send } = imageActions(creation, image)
  const items: MenuItem[] = [
    { label: m.send, onPress: send },
    { label: m.compare, onPress: onCompare, isDisabled: creation.images.length < 2 },
    { label: m.smallChange, onPress: () => reuse('change') },
    { label: m.useAll, onPress: () => reuse('all') },
    { label: m.useWithoutSeed, onPress: () => reuse('without-seed') },
    { label: m.usePrompt, onPress: () => reuse('prompt') },
    ...(canEnlarge(image) ? [{ label: e.action, onPress: () => void enlarge(image.id) }] : []),
    { label: m.asReference, onPress: asReference },
    { label: m.myImages, onPress: () => openModal('images', { post: undefined }) },
  ]
  return <Menu label={m.more} iconOnly icon={<Ellipsis aria-hidden="true" className="size-5.5" />} items={items} />
}
