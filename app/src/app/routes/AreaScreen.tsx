import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { usePathname } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { areaMessages, areaOf } from './area.i18n.ts'

/** A place that holds nothing yet: says so in one line and offers what can be done now. */
export function AreaScreen() {
  const m = useMessages(areaMessages)
  const area = areaOf(usePathname())
  const title = m[`${area}Title`]
  usePageTitle(title)
  return (
    <div className="page">
      <h1>{title}</h1>
      <EmptyState
        title={m[`${area}Empty`]}
        text={m[`${area}Text`]}
        action={<Button onClick={() => openModal('create')}>{m.create}</Button>}
      />
    </div>
  )
}
