import { useQuery } from '@tanstack/react-query'

import { isUuid } from '#data/uuid.ts'
import { creditMessages } from '#entities/credits/credit.i18n.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import { paymentQueries } from '#entities/payment/payment-queries.ts'
import { usePaymentNews } from '#entities/payment/use-payment.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { TabStrip } from '#ui/TabStrip.tsx'

import { BuyView } from './buy/BuyView.tsx'
import { HistoryView } from './history/HistoryView.tsx'
import { paymentMessages } from './payment.i18n.ts'

const panelId = 'payment-panel'

/** `?again={payment}` tries one that failed; `?return={path}` is where whoever buys goes on. */
export function PaymentView({ userId }: { userId: string }) {
  const m = useMessages(paymentMessages)
  const { left } = useMessages(creditMessages)
  const { search } = usePlace()
  const { data: balance } = useCredits()
  const { again: id, return: returnTo } = search
  const isHistory = search['tab'] === 'history'
  const again = useQuery({ ...paymentQueries.one(id ?? ''), enabled: id !== undefined && isUuid(id), retry: false })
  usePageTitle(m.title)
  usePaymentNews()
  return (
    <div className="page grid gap-5 pb-8">
      <header>
        <h1>{m.title}</h1>
        <p className="mt-1 min-h-6 text-text-2">
          {balance && (
            <>
              <strong className="text-text">{left(balance.available)}</strong> · {m.rate}
            </>
          )}
        </p>
      </header>
      <TabStrip
        label={m.areas}
        value={isHistory ? 'history' : 'buy'}
        tabs={[
          { value: 'buy', label: m.buy },
          { value: 'history', label: m.history },
        ]}
        onChange={(tab) => changeSearch({ tab: tab === 'history' ? tab : undefined, again: undefined })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${isHistory ? 'history' : 'buy'}`}>
        {isHistory && <HistoryView userId={userId} />}
        {!isHistory && again.isLoading && <Skeleton className="h-96 w-full" />}
        {!isHistory && !again.isLoading && <BuyView key={id} again={again.data ?? null} returnTo={ownPath(returnTo)} />}
      </div>
    </div>
  )
}

function ownPath(path: string | undefined): string | undefined {
  return path !== undefined && /^\/(?![/\\])/u.test(path) ? path : undefined
}
