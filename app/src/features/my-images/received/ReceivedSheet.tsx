/** One picture that was received, with who sent it. */
import Download from 'lucide-react/icons/download'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { letGo, readKept, type KeptImage } from '#entities/image/kept/kept-images.ts'
import { KeptPicture } from '#entities/image/kept/KeptPicture.tsx'
import { pictureRatio } from '#entities/image/LargePicture.tsx'
import { formatAgo } from '#i18n/format.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { saveFile } from '#ui/file/save-file.ts'
import { toast } from '#ui/toast/toast.ts'

import { receivedMessages } from './received.i18n.ts'

const icon = { 'aria-hidden': true, className: 'size-4.5 flex-none' } as const
const largest = 1280

export function ReceivedSheet({ image, onClose }: { image: KeptImage; onClose: () => void }) {
  const m = useMessages(receivedMessages)
  const [isDeleting, setDeleting] = useState(false)
  const facts = m.from(image.from_name ?? m.somebody, formatAgo(image.created_at))
  const remove = async () => {
    setDeleting(true)
    if (await orTell(() => letGo(image), m.deleteFailed)) {
      toast({ title: m.deleted })
      onClose()
    } else setDeleting(false)
  }
  return (
    <Dialog title={m.label} onClose={onClose} size="md" back={{ label: m.back, onPress: onClose }}>
      <div className="grid gap-3">
        <div className="large-picture" style={pictureRatio(image)}>
          <KeptPicture image={image} alt={facts} most={largest} className="w-full rounded-img" />
        </div>
        <p className="text-sm">{facts}</p>
        <p className="text-xs text-text-3">{m.private}</p>
        <div className="grid gap-2 md:grid-cols-2">
          <Button icon={<Download {...icon} />} onClick={() => void orTell(() => download(image), m.downloadFailed)}>
            {m.download}
          </Button>
          <Button
            variant="danger"
            icon={<Trash {...icon} />}
            busyLabel={isDeleting && m.deleting}
            onClick={() => void remove()}
          >
            {m.delete}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

async function download({ id, path }: KeptImage): Promise<void> {
  const file = await readKept(path, null)
  saveFile(file, `cortexia-${id.slice(-8)}.${file.type.split('/')[1] ?? 'bin'}`)
}

async function orTell(act: () => Promise<void>, title: string): Promise<boolean> {
  try {
    await act()
    return true
  } catch {
    toast({ tone: 'danger', title, description: currentMessages(receivedMessages).network })
    return false
  }
}
