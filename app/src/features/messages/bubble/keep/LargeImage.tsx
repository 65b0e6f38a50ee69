/** A picture of the conversation, large; kept, or taken into the create form as a reference. */
import Download from 'lucide-react/icons/download'
import FolderHeart from 'lucide-react/icons/folder-heart'
import ImagePlus from 'lucide-react/icons/image-plus'
import { useState } from 'react'

import type { StoredImage } from '#entities/image/image-source.ts'
import { ZoomablePicture } from '#entities/image/viewer/ZoomablePicture.tsx'
import type { ThreadItem } from '#entities/message/message.ts'
import { formatTime } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { useThreadFacts } from '../../thread-context.ts'
import { threadMessages } from '../../thread.i18n.ts'
import { saveAttachment, takeAsReference } from './attachment-acts.ts'
import { isKeepable, keepPicture } from './keep-picture.ts'
import { keepMessages } from './keep.i18n.ts'

export interface LargeImageProps {
  item: ThreadItem
  index: number
  image: StoredImage
  label: string
  onClose: () => void
}

const icon = { 'aria-hidden': true, className: 'size-4.5 flex-none' } as const
const stay = () => undefined

export function LargeImage({ item, index, image, label, onClose }: LargeImageProps) {
  const m = useMessages(threadMessages)
  const { userId, isVeiled } = useThreadFacts()
  const mayKeep = isKeepable(item) && !isVeiled
  const use = () => {
    onClose()
    void takeAsReference(userId, item, index)
  }
  return (
    <Dialog title={m.image} onClose={onClose} size="full" dark>
      <div className="flex h-full flex-col">
        <div className="flex min-h-0 flex-1">
          <ZoomablePicture image={image} alt={label} onDown={onClose} onAside={stay} />
        </div>
        <div className="grid flex-none gap-3 px-5 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] md:mx-auto md:w-160">
          <p className="text-center text-xs text-text-3">
            {label} · {formatTime(item.at)}
          </p>
          <div className="grid gap-2 md:grid-cols-2">
            <Button variant="primary" icon={<ImagePlus {...icon} />} onClick={use}>
              {m.asReference}
            </Button>
            <Button icon={<Download {...icon} />} onClick={() => void saveAttachment(userId, item, index)}>
              {m.download}
            </Button>
            {mayKeep && <KeepButton item={item} index={index} />}
          </div>
        </div>
      </div>
    </Dialog>
  )
}

/** What it means is said beside it, before the press. */
function KeepButton({ item, index }: Pick<LargeImageProps, 'item' | 'index'>) {
  const m = useMessages(keepMessages)
  const { userId } = useThreadFacts()
  const [isKeeping, setKeeping] = useState(false)
  const keep = async () => {
    setKeeping(true)
    await keepPicture(userId, item, index)
    setKeeping(false)
  }
  return (
    <div className="grid gap-1.5 md:col-span-2">
      <Button icon={<FolderHeart {...icon} />} busyLabel={isKeeping && m.keeping} onClick={() => void keep()}>
        {m.keep}
      </Button>
      <p className="text-center text-xs text-text-3">{m.inTheClear}</p>
    </div>
  )
}
