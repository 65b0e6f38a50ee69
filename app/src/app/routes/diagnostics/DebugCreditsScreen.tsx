import { useUserId } from '#data/session.ts'
import { creditsMessages } from '#features/payment/ledger/credits.i18n.ts'
import { CreditsDiagnostic } from '#features/payment/ledger/CreditsDiagnostic.tsx'
import { useMessages } from '#i18n/messages.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

export function DebugCreditsScreen() {
  const m = useMessages(creditsMessages)
  const userId = useUserId()
  usePageTitle(m.title)
  return (
    <div className="page pb-8">
      <h1>{m.title}</h1>
      <p className="mt-1 mb-5 max-w-160 text-text-2">{m.intro}</p>
      {userId && <CreditsDiagnostic userId={userId} />}
    </div>
  )
}
