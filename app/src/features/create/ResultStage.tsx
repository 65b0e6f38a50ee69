/** The picture takes the loom's place, unrolled over it; a tap shows it large. */
import { lazy, Suspense, useState } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import { useMessages } from '#i18n/messages.ts'

import { createMessages } from './create-messages.ts'
import type { Creation } from './create-store.ts'
import { useResultActions } from './use-result-actions.ts'

const ImageViewer = lazy(async () => ({ default: (await import('#entities/image/ImageViewer.tsx')).ImageViewer }))

export function ResultStage({ creation }: { creation: Creation }) {
  const m = useMessages(createMessages)
  const [isLarge, setLarge] = useState(false)
  const { image, remix, download, share } = useResultActions(creation)
  if (!image) return null
  return (
    <>
      <button
        type="button"
        aria-label={m.enlarge}
        onClick={() => setLarge(true)}
        className="unroll mx-auto block max-h-[58svh] w-fit max-w-full"
      >
        <Picture
          image={image}
          alt={creation.prompt}
          sizes="(width < 64rem) 90vw, 500px"
          isFirst
          className="max-h-[44svh] rounded-img lg:max-h-[58svh]"
        />
      </button>
      {isLarge && (
        <Suspense>
          <ImageViewer
            image={image}
            prompt={creation.prompt}
            onClose={() => setLarge(false)}
            onRemix={() => {
              setLarge(false)
              remix()
            }}
            onDownload={download}
            onShare={share}
          />
        </Suspense>
      )}
    </>
  )
}
