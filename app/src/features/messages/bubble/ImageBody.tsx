/** A picture that only the members can open: its colours at once, the picture when it is decrypted. */
import { useState, type CSSProperties } from 'react'

import { placeholderFor } from '#entities/image/placeholder.ts'
import type { ThreadItem } from '#entities/message/message.ts'
import { useAttachment } from '#entities/message/thread/use-attachment.ts'
import { useMessages } from '#i18n/messages.ts'
import { useDataSaver } from '#ui/display/use-display-settings.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'

import { useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'
import { LargeImage } from './keep/LargeImage.tsx'

export interface ImageSize {
  width: number
  height: number
  thumbhash: string | null
}

export interface ImageBodyProps {
  item: ThreadItem
  index: number
  size: ImageSize
}

export function ImageBody({ item, index, size }: ImageBodyProps) {
  const m = useMessages(threadMessages)
  const { isVeiled, nameOf } = useThreadFacts()
  const isSaving = useDataSaver()
  const [isAsked, setAsked] = useState(false)
  const [isLarge, setLarge] = useState(false)
  const isHeld = !isAsked && !item.isMine && (isVeiled || isSaving)
  const { status, url, retry } = useAttachment(item, index, { isWanted: !isHeld })
  const label = item.isMine ? m.ownImage : m.imageFrom(nameOf(item.senderId))
  const press = () => {
    if (isHeld) setAsked(true)
    else if (status === 'failed') retry()
    else if (url !== null) setLarge(true)
  }
  return (
    <>
      <button
        type="button"
        onClick={press}
        style={boxOf(size, url === null)}
        className="relative grid w-66 max-w-full place-items-center overflow-hidden bg-skeleton bg-cover bg-center"
      >
        <span className="sr-only">{label}</span>
        <Shown url={url} isLoading={!isHeld && status === 'loading'} />
        {isHeld && <Veil why={isVeiled ? m.imageHidden : null} act={m.showImage} />}
        {!isHeld && status === 'failed' && <Veil why={m.imageFailed} act={m.retry} />}
      </button>
      {isLarge && url !== null && (
        <LargeImage item={item} index={index} image={{ ...size, url }} label={label} onClose={() => setLarge(false)} />
      )}
    </>
  )
}

function Shown({ url, isLoading }: { url: string | null; isLoading: boolean }) {
  if (url === null) return isLoading && <Spinner />
  return <img src={url} alt="" decoding="async" draggable={false} className="absolute inset-0 size-full object-cover" />
}

/** Why it is not there, and what a press does. */
function Veil({ why, act }: { why: string | null; act: string }) {
  return (
    <span className="m-3 rounded-sm bg-veil px-3 py-2 text-center text-xs text-on-veil">
      {why !== null && <span className="block">{why}</span>}
      <span className="font-semibold">{act}</span>
    </span>
  )
}

/** Neither a stripe nor a tower: one picture does not fill the thread. */
function boxOf({ width, height, thumbhash }: ImageSize, isWaiting: boolean): CSSProperties {
  const ratio = Math.min(2.2, Math.max(0.7, width / height || 1))
  const placeholder = placeholderFor(thumbhash)
  return {
    aspectRatio: `${ratio}`,
    ...(placeholder && { backgroundColor: placeholder.colour }),
    ...(placeholder && isWaiting && { backgroundImage: `url(${placeholder.bitmap})` }),
  }
}
