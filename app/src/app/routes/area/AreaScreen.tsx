import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { usePathname } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { areaMessages, areaOf } from './area.i18n.ts'
import { AreaNumbers } from './AreaNumbers.tsx'

/** A place that is planned: the numbers that exist, what will be there, and what can be done now. */
export function AreaScreen() {
  const m = useMessages(areaMessages)
  const area = areaOf(usePathname())
  const title = m[`${area}Title`]
  usePageTitle(title)
  return (
    <div className="page">
      <h1>{title}</h1>
      <AreaNumbers area={area} />
      <EmptyState
        title={m[`${area}Plan`]}
        text={m[`${area}Text`]}
        action={<Button onClick={() => openModal('create')}>{m.create}</Button>}
      />
    </div>
  )
}
