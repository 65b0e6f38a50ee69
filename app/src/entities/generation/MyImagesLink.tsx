import Images from 'lucide-react/icons/images'

import { openModal } from '#entities/session/modals.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Button, type ButtonProps } from '#ui/button/Button.tsx'

const messages = defineMessages({ fr: { myImages: 'Mes images' }, en: { myImages: 'My images' } })

/** Leads to everything one has made. */
export function MyImagesLink(look: Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const m = useMessages(messages)
  const icon = <Images aria-hidden="true" className="size-4.5" />
  return (
    <Button icon={icon} onClick={() => openModal('images', { post: undefined })} {...look}>
      {m.myImages}
    </Button>
  )
}
