import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'

import { offlineMessages } from './offline.i18n.ts'

/** In the place of a screen whose code this device does not have, as long as there is no network. */
export function NotKept() {
  const m = useMessages(offlineMessages)
  const way = (
    <Link to="/" className={buttonClass({})}>
      {m.toFeed}
    </Link>
  )
  return <EmptyState heading="h1" title={m.notKept} text={m.notKeptText} action={way} />
}
