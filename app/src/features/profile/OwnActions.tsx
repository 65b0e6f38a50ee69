import Copy from 'lucide-react/icons/copy'
import QrCode from 'lucide-react/icons/qr-code'
import Settings from 'lucide-react/icons/settings'
import Share2 from 'lucide-react/icons/share-2'

import { MyImagesLink } from '#entities/generation/MyImagesLink.tsx'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Menu } from '#ui/menu/Menu.tsx'

import { profileMessages } from './profile.i18n.ts'
import { useShareProfile } from './use-share-profile.ts'

const icon = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.75 } as const

export function OwnActions({ profile }: { profile: Profile }) {
  const m = useMessages(profileMessages)
  const share = useShareProfile(profile)
  return (
    <div className="col-auto! flex min-w-0 flex-wrap justify-end gap-2 pb-1 @max-[22rem]:gap-1.5">
      <MyImagesLink size="sm" className="max-md:hidden" />
      <Button size="sm" aria-label={m.edit} onClick={() => openModal('edit-profile')}>
        <span className="@max-[22rem]:hidden">{m.edit}</span>
        <span className="@min-[22rem]:hidden">{m.editShort}</span>
      </Button>
      <Menu
        label={m.share}
        icon={<Share2 {...icon} />}
        iconOnly
        className={`${buttonClass({ size: 'sm' })} size-9! px-0!`}
        items={[
          { label: m.copyLink, icon: <Copy {...icon} />, onPress: share },
          { label: m.qr, icon: <QrCode {...icon} />, onPress: () => openModal('qr', { user: profile.id }) },
        ]}
      />
      <Link
        to="/account"
        aria-label={m.settings}
        title={m.settings}
        className={`${buttonClass({ size: 'sm' })} min-w-9 px-0!`}
      >
        <Settings {...icon} />
      </Link>
    </div>
  )
}
