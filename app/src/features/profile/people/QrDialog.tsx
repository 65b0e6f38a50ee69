import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'

import { profileQueries } from '#entities/profile/profile-queries.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { QrCode } from '#ui/picture/QrCode.tsx'
import { toast } from '#ui/toast/toast.ts'

import { addressOf } from '../use-share-profile.ts'
import { peopleMessages } from './people.i18n.ts'

/** A profile's address for another phone's camera. */
export function QrDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(peopleMessages)
  const { user = '' } = useModalSearch()
  const { data: profile } = useQuery(profileQueries.byHandle(user))
  if (!profile) return null
  const url = addressOf(profile)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast({ title: m.copied })
    } catch {
      toast({ title: m.copyFailed, tone: 'danger' })
    }
  }
  return (
    <Dialog title={m.qrTitle} onClose={onClose}>
      <div className="grid justify-items-center gap-4 text-center">
        <QrCode text={url} label={m.qrLabel(profile.display_name)} className="size-60 rounded-md" />
        <p className="flex max-w-full items-center gap-2.5 text-sm font-semibold">
          <Avatar id={profile.id} src={profile.avatar_url} size="sm" />
          <span className="min-w-0 truncate">{profile.username ? `@${profile.username}` : profile.display_name}</span>
        </p>
        <p className="text-sm text-text-2">{m.scan}</p>
        <p className="max-w-full text-xs wrap-anywhere text-text-3">{url}</p>
        <Button icon={<Copy aria-hidden="true" className="size-4.5" />} onClick={() => void copy()}>
          {m.copyLink}
        </Button>
      </div>
    </Dialog>
  )
}
