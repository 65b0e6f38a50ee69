import { useSession } from '#data/session.ts'
import { moderationMessages } from '#features/moderation/moderation.i18n.ts'
import { ModerationQueue } from '#features/moderation/ModerationQueue.tsx'
import { useMessages } from '#i18n/messages.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { NotFoundScreen } from './NotFoundScreen.tsx'

/** `/moderation`: for the staff; for everybody else there is no such page, and the server answers them nothing. */
export function ModerationScreen() {
  const session = useSession()
  const isStaff = session.status === 'signed-in' && session.user.app_metadata['staff'] === true
  return isStaff ? <Queue /> : <NotFoundScreen />
}

function Queue() {
  const m = useMessages(moderationMessages)
  usePageTitle(m.title)
  return (
    <div className="page max-w-208">
      <h1 className="mb-4">{m.title}</h1>
      <ModerationQueue />
    </div>
  )
}
