import { useQuery } from '@tanstack/react-query'

import { clockQuery } from '#features/payment/trial/trial-queries.ts'
import { trialMessages } from '#features/payment/trial/trial.i18n.ts'
import { TrialView } from '#features/payment/trial/TrialView.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { NotFoundScreen } from '../NotFoundScreen.tsx'

/** `/fedapay-test`: there as long as the server says that no money moves. */
export function PaymentTrialScreen() {
  const m = useMessages(trialMessages)
  const { data: clock } = useQuery(clockQuery)
  usePageTitle(m.title)
  if (clock === null) return <NotFoundScreen />
  return (
    <div className="page pb-8">
      <h1>{m.title}</h1>
      <p className="mt-1 mb-5 max-w-160 text-text-2">{m.intro}</p>
      {clock ? <TrialView clock={clock} /> : <Skeleton className="h-96 w-full" />}
    </div>
  )
}
