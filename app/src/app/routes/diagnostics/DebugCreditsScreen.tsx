import { useUserId } from '#data/session.ts'
import { creditsReport } from '#features/payment/ledger/credits-report.ts'
import { creditsMessages } from '#features/payment/ledger/credits.i18n.ts'
import { CreditsDiagnostic } from '#features/payment/ledger/CreditsDiagnostic.tsx'
import { useCreditsRead } from '#features/payment/ledger/use-credits-read.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'

import { DiagnosticPage } from './DiagnosticPage.tsx'

export function DebugCreditsScreen() {
  const userId = useUserId()
  return userId && <OwnCredits userId={userId} />
}

function OwnCredits({ userId }: { userId: string }) {
  const m = useMessages(creditsMessages)
  const reading = useCreditsRead(userId)
  const { read } = reading
  return (
    <DiagnosticPage
      path={paths.debugCredits}
      title={m.title}
      intro={m.intro}
      report={() => (read ? creditsReport(read) : {})}
    >
      <CreditsDiagnostic reading={reading} />
    </DiagnosticPage>
  )
}
