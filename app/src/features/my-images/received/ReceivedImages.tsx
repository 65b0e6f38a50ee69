/** « Reçues »: what one keeps of what came in messages. Nothing here is published, so nothing here is chosen or rated. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { keptImages, type KeptImage } from '#entities/image/kept/kept-images.ts'
import { KeptPicture } from '#entities/image/kept/KeptPicture.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'

import { receivedMessages } from './received.i18n.ts'
import { ReceivedSheet } from './ReceivedSheet.tsx'

const cellWidth = 320

export function ReceivedImages() {
  const m = useMessages(receivedMessages)
  const list = useInfiniteQuery(keptImages(useUserId()))
  const [openId, setOpenId] = useState<string | null>(null)
  const images = list.data?.pages.flat() ?? []
  const opened = images.find(({ id }) => id === openId)
  if (list.isPending) return <Spinner className="mx-auto my-8" />
  if (list.isError && images.length === 0) {
    const retry = <Button onClick={() => void list.refetch()}>{m.retry}</Button>
    return (
      <div role="alert">
        <EmptyState title={m.failed} text={m.network} action={retry} />
      </div>
    )
  }
  if (images.length === 0) return <EmptyState title={m.empty} text={m.emptyText} />
  return (
    <>
      <p role="status" className="text-sm text-text-2">
        {m.count(images.length, list.hasNextPage)}
      </p>
      <ul aria-label={m.label} className="grid grid-cols-3 gap-1.5 md:grid-cols-6">
        {images.map((image) => (
          <li key={image.id}>
            <Cell image={image} onOpen={() => setOpenId(image.id)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          className="mx-auto"
          busyLabel={list.isFetchingNextPage && m.loading}
          onClick={() => void list.fetchNextPage()}
        >
          {m.more}
        </Button>
      )}
      {opened && <ReceivedSheet image={opened} onClose={() => setOpenId(null)} />}
    </>
  )
}

function Cell({ image, onOpen }: { image: KeptImage; onOpen: () => void }) {
  const m = useMessages(receivedMessages)
  return (
    <button
      type="button"
      aria-label={m.open(m.by(image.from_name ?? m.somebody))}
      onClick={onOpen}
      className="block w-full rounded-img"
    >
      <KeptPicture image={image} alt="" most={cellWidth} isSquare className="w-full rounded-img" />
    </button>
  )
}
