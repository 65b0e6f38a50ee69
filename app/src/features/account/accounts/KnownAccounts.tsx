import { parkedIds } from '#data/auth/parked-sessions.ts'
import { useSession } from '#data/session.ts'
import { accountFaces } from '#entities/session/accounts/account-faces.ts'
import { useMessages } from '#i18n/messages.ts'

import { AccountRow } from './AccountRow.tsx'
import { accountsMessages } from './accounts.i18n.ts'

/** For whoever comes to sign in where accounts wait already: a tap instead of a password. */
export function KnownAccounts() {
  const m = useMessages(accountsMessages)
  const session = useSession()
  const waiting = parkedIds()
  if (session.status !== 'signed-out' || session.halfway || waiting.length === 0) return null
  const faces = accountFaces().filter(({ id }) => waiting.includes(id))
  return (
    <section aria-label={m.known} className="rounded-lg border border-line p-1.5">
      <ul className="grid grid-cols-1 gap-0.5">
        {faces.map((face) => (
          <li key={face.id}>
            <AccountRow face={face} />
          </li>
        ))}
      </ul>
    </section>
  )
}
