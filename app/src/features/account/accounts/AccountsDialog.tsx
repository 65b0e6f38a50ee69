import UserRoundPlus from 'lucide-react/icons/user-round-plus'

import { mostAccounts } from '#data/auth/parked-sessions.ts'
import { useUserId } from '#data/session.ts'
import { useOwnProfile } from '#entities/profile/profile-queries.ts'
import { accountFaces, faceWith } from '#entities/session/accounts/account-faces.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { AccountRow } from './AccountRow.tsx'
import { accountsMessages } from './accounts.i18n.ts'

/** `?modal=accounts`: who one is on this device, and who one may be. */
export function AccountsDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(accountsMessages)
  const userId = useUserId() ?? ''
  const own = useOwnProfile(userId)
  const faces = accountFaces().map((face) => (own?.id === face.id ? faceWith(face, own) : face))
  return (
    <Dialog title={m.title} onClose={onClose}>
      <p className="text-sm text-text-2">{m.intro}</p>
      <ul className="-mx-2.5 mt-3 grid grid-cols-1 gap-1">
        {faces.map((face) => (
          <li key={face.id}>
            <AccountRow face={face} isCurrent={face.id === userId} />
          </li>
        ))}
      </ul>
      {faces.length < mostAccounts ? (
        <Link
          to={paths.auth}
          search={{ add: '1' }}
          className="-mx-2.5 mt-1 flex min-h-14 items-center gap-3 rounded-md px-2.5 py-2 text-sm font-semibold hover:bg-surface-2"
        >
          <span className="grid size-11 flex-none place-items-center rounded-full border border-line-strong">
            <UserRoundPlus aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </span>
          {m.add}
        </Link>
      ) : (
        <p className="mt-3 text-xs text-text-3">{m.full(mostAccounts)}</p>
      )}
    </Dialog>
  )
}
