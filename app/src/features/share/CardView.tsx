/** « Carte avec QR »: drawn on the device, to keep or to send. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'
import { saveFile } from '#ui/file/save-file.ts'

import { canShareFile, shareFile } from './pass-on.ts'
import { postAddress, remixAddress } from './post-address.ts'
import { drawCard } from './share-card.ts'
import { shareMessages } from './share.i18n.ts'

export function CardView({ post }: { post: Post }) {
  const m = useMessages(shareMessages)
  const name = post.title ?? m.imageOf(post.creator.displayName)
  const username = post.creator.username === null ? null : `@${post.creator.username}`
  const {
    data: card,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['share-card', post.id, post.prompt, name],
    queryFn: () =>
      drawCard({
        id: post.id,
        image: post.image.url,
        name,
        prompt: post.prompt,
        address: remixAddress(post.id),
        invitation: m.remixIt,
        label: username ?? '',
        mark: m.ai,
      }),
    retry: false,
    gcTime: 0,
  })
  if (isError) {
    return (
      <div role="alert" className="grid justify-items-start gap-2 text-text-2">
        <p>{m.cardFailed}</p>
        <Button size="sm" onClick={() => void refetch()}>
          {m.retry}
        </Button>
      </div>
    )
  }
  if (!card) return <ScreenSpinner />
  return (
    <div className="grid gap-4">
      <CardPicture card={card} alt={m.cardAlt(post.creator.displayName)} />
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        <Button variant="primary" onClick={() => saveFile(card, card.name)}>
          {m.saveCard}
        </Button>
        {canShareFile(card) && <Button onClick={() => void shareFile(card, postAddress(post.id))}>{m.sendCard}</Button>}
      </div>
    </div>
  )
}

function CardPicture({ card, alt }: { card: File; alt: string }) {
  const [address] = useState(() => URL.createObjectURL(card))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img src={address} alt={alt} className="mx-auto max-h-[52svh] rounded-img border border-line" />
}
