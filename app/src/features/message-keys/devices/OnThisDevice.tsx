import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { queryClient } from '#data/query-client.ts'
import { hidePreview, hidesPreview } from '#entities/message-keys/hidden-preview.ts'
import { keepKeys, keepsKeys } from '#entities/message-keys/kept-keys.ts'
import { useMessages } from '#i18n/messages.ts'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'

import { sectionMessages } from '../section.i18n.ts'

/** What holds for this device alone. */
export function OnThisDevice({ userId }: { userId: string }) {
  const m = useMessages(sectionMessages)
  const queryKey = ['message-keys', 'preview', userId]
  const { data: isHidden = false } = useQuery({ queryKey, queryFn: () => hidesPreview(userId) })
  const [isKept, setKept] = useState(() => keepsKeys(userId))
  const hide = async (next: boolean) => {
    queryClient.setQueryData(queryKey, next)
    await hidePreview(userId, next)
  }
  const keep = (next: boolean) => {
    keepKeys(userId, next)
    setKept(next)
  }
  return (
    <section className="card grid gap-4" aria-labelledby="on-device">
      <h2 id="on-device">{m.onDevice}</h2>
      <ChoiceRow title={m.preview} help={m.previewHelp} checked={isHidden} onChange={(next) => void hide(next)} />
      <ChoiceRow title={m.keep} help={m.keepHelp} checked={isKept} onChange={keep} />
    </section>
  )
}
