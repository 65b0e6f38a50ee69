import { useState } from 'react'

import { mediaAddress } from '#data/config.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { AddPicture } from '#entities/image/picking/AddPicture.tsx'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Pagne } from '#ui/cloth/Pagne.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { toast } from '#ui/toast/toast.ts'

import { CropDialog } from './CropDialog.tsx'
import type { CutPicture } from './cut-picture.ts'
import { editMessages } from './edit.i18n.ts'
import type { Shape } from './picture-shapes.ts'
import type { PictureChange } from './save-profile.ts'

export interface ProfilePictureFieldsProps {
  profile: Profile
  avatar: PictureChange
  banner: PictureChange
  onChange: (shape: Shape, picture: PictureChange) => void
}

const storage = mediaAddress()

/** Photo and banner as they will look; each falls back to the cloth of the person's own id. */
export function ProfilePictureFields({ profile, avatar, banner, onChange }: ProfilePictureFieldsProps) {
  const m = useMessages(editMessages)
  const [asking, setAsking] = useState<Shape | null>(null)
  const [chosen, setChosen] = useState<{ shape: Shape; url: string } | null>(null)
  const avatarUrl = shownOf(avatar, profile.avatar_url)
  const bannerUrl = shownOf(banner, profile.banner_url)
  const take = async (load: () => Promise<Blob | undefined>) => {
    try {
      const file = await load()
      if (file && asking) setChosen({ shape: asking, url: URL.createObjectURL(file) })
    } catch {
      toast({ tone: 'danger', title: m.unreadable })
    }
  }
  const leaveCrop = () => {
    if (chosen) URL.revokeObjectURL(chosen.url)
    setChosen(null)
  }
  const onDone = (cut: CutPicture) => {
    if (chosen) onChange(chosen.shape, cut)
    leaveCrop()
  }
  return (
    <div>
      <div className="overflow-hidden rounded-md">
        {bannerUrl ? (
          <img src={bannerUrl} alt="" className="aspect-3/1 w-full object-cover" />
        ) : (
          <Pagne seed={profile.id} className="h-26" />
        )}
      </div>
      <div className="-mt-8 flex items-end gap-4 px-3">
        <Avatar id={profile.id} src={avatarUrl} size="2xl" className="shadow-[0_0_0_4px_var(--surface)]" />
        <div className="flex flex-wrap gap-2 pt-10">
          <Button size="sm" onClick={() => setAsking('avatar')}>
            {m.changeAvatar}
          </Button>
          {avatarUrl && (
            <Button size="sm" variant="ghost" onClick={() => onChange('avatar', null)}>
              {m.ownPattern}
            </Button>
          )}
          <Button size="sm" onClick={() => setAsking('banner')}>
            {m.changeBanner}
          </Button>
          {bannerUrl && (
            <Button size="sm" variant="ghost" onClick={() => onChange('banner', null)}>
              {m.ownCloth}
            </Button>
          )}
        </div>
      </div>
      {asking && (
        <AddPicture
          isSingle
          onClose={() => setAsking(null)}
          onFiles={([file]) => void take(async () => file)}
          onPick={(url) => void take(async () => (await fetch(url)).blob())}
        />
      )}
      {chosen && <CropDialog url={chosen.url} shape={chosen.shape} onClose={leaveCrop} onDone={onDone} />}
    </div>
  )
}

/** The picture that is chosen, else the one that is worn. */
function shownOf(change: PictureChange, worn: string | null): string | null {
  if (change === null) return null
  return change?.preview ?? (worn && originalUrl(worn, storage))
}
