/** « Mes images » with what the create form offers for a fresh picture. */
import { useEffect } from 'react'

import type { CreatedImage, Creation } from '#entities/generation/creation.ts'
import { imageActions } from '#features/create/result/image-actions.ts'
import { usePublications } from '#features/create/result/publications.ts'
import { resultMessages } from '#features/create/result/result.i18n.ts'
import { ResultActions } from '#features/create/result/ResultActions.tsx'
import { refresh } from '#features/my-images/change-images.ts'
import { MyImagesDialog } from '#features/my-images/MyImagesDialog.tsx'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Menu } from '#ui/menu/Menu.tsx'

const messages = defineMessages({ fr: { reuse: 'Utiliser les réglages' }, en: { reuse: 'Use the settings' } })

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
  const { reuse: reuseLabel } = useMessages(messages)
  const published = usePublications((all) => all[image.id] !== undefined)
  const { reuse, asReference, send } = imageActions(creation, image)
  useEffect(() => {
    if (published && postId === null) void refresh()
  }, [published, postId])
  return (
    <div className="grid gap-2">
      <ResultActions key={image.id} creation={creation} image={image} postId={postId} />
      <div className="grid grid-cols-2 gap-2 *:px-1! *:whitespace-normal">
        <Menu
          label={reuseLabel}
          items={[
            { label: m.smallChange, onPress: () => reuse('change') },
            { label: m.useAll, onPress: () => reuse('all') },
            { label: m.useWithoutSeed, onPress: () => reuse('without-seed') },
            { label: m.usePrompt, onPress: () => reuse('prompt') },
          ]}
        />
        <Button onClick={asReference}>{m.asReference}</Button>
      </div>
      <Button variant="ghost" onClick={send}>
        {m.send}
      </Button>
    </div>
  )
}
