/** « Mes images » with what the create form offers for a fresh picture. */
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useEffect } from 'react'

import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { imageActions } from '#features/create/result/image-actions.ts'
import { usePublications } from '#features/create/result/publications.ts'
import { resultMessages } from '#features/create/result/result.i18n.ts'
import { ResultActions } from '#features/create/result/ResultActions.tsx'
import { refresh } from '#features/my-images/change-images.ts'
import { MyImagesDialog } from '#features/my-images/MyImagesDialog.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Menu } from '#ui/menu/Menu.tsx'

export function MyImagesModal({ onClose }: { onClose: () => void }) {
  return <MyImagesDialog onClose={onClose} Actions={Actions} viewerActions={imageActions} />
}

interface ActionsProps {
  creation: Creation
  image: CreatedImage
  postId: string | null
}

function Actions({ creation, image, postId }: ActionsProps) {
  const m = useMessages(resultMessages)
  const published = usePublications((all) => all[image.id] !== undefined)
  const { reuse, asReference, send } = imageActions(creation, image)
  useEffect(() => {
    if (published && postId === null) void refresh()
  }, [published, postId])
  return (
    <div className="grid gap-2">
      <ResultActions key={image.id} creation={creation} image={image} postId={postId} />
      <Menu
        label={m.more}
        icon={<Ellipsis aria-hidden="true" className="size-4.5" />}
        items={[
          { label: m.send, onPress: send },
          { label: m.smallChange, onPress: () => reuse('change') },
          { label: m.useAll, onPress: () => reuse('all') },
          { label: m.useWithoutSeed, onPress: () => reuse('without-seed') },
          { label: m.usePrompt, onPress: () => reuse('prompt') },
          { label: m.asReference, onPress: asReference },
        ]}
      />
    </div>
  )
}
