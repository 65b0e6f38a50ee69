import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'

import { useOnline } from '#data/network.ts'
import { isUuid } from '#data/uuid.ts'
import { creditMessages } from '#entities/credits/credit.i18n.ts'
import { keepBalance, keptBalance } from '#entities/credits/kept-balance.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import { paymentQueries } from '#entities/payment/payment-queries.ts'
import { usePaymentNews } from '#entities/payment/use-payment.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { lazy } from '#ui/lazy.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { TabStrip } from '#ui/TabStrip.tsx'

import { BuyView } from './buy/BuyView.tsx'
import { dailyQuery } from './daily/daily-query.ts'
import { DailyGift } from './daily/DailyGift.tsx'
import { paymentMessages } from './payment.i18n.ts'

// Buying is what most come for: the other areas come when they are asked for.
const GiftsView = lazy(async () => (await import('./gift/GiftsView.tsx')).GiftsView)
const HistoryView = lazy(async () => (await import('./history/HistoryView.tsx')).HistoryView)
const LimitsDialog = lazy(async () => (await import('./limits/LimitsDialog.tsx')).LimitsDialog)
const PlanView = lazy(async () => (await import('./plan/PlanView.tsx')).PlanView)

const panelId = 'payment-panel'
const areas = ['buy', 'plan', 'gifts', 'history'] as const

/**
 * `?again={payment}` tries one that failed, `by` by a card or the phone; `?pack` is chosen at first; `?return={path}` is
 * where whoever buys goes on.
 */
export function PaymentView({ userId }: { userId: string }) {
  const m = useMessages(paymentMessages)
  const { search, pathname } = usePlace()
  const first = pathname === paths.subscription ? 'plan' : 'buy'
  const area = areas.find((known) => known === search['tab']) ?? first
  const change = {
    again: undefined,
    by: undefined,
    pack: undefined,
    left: undefined,
    show: undefined,
    gift: undefined,
    code: undefined,
  }
  usePageTitle(m.title)
  usePaymentNews()
  return (
    <div className="page grid gap-5 pb-8">
      <header>
        <h1>{m.title}</h1>
        <BalanceLine />
      </header>
      <TabStrip
        label={m.areas}
        value={area}
        tabs={areas.map((value) => ({ value, label: m[value] }))}
        onChange={(tab) => changeSearch({ ...change, tab: tab === first ? undefined : tab })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${area}`}>
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          {area === 'history' && <HistoryView userId={userId} />}
          {area === 'plan' && <PlanView userId={userId} />}
          {area === 'gifts' && <GiftsView userId={userId} giftId={search['gift']} code={search['gift_code']} />}
          {area === 'buy' && <Buying userId={userId} />}
        </Suspense>
      </div>
    </div>
  )
}

function Buying({ userId }: { userId: string }) {
  const { search } = usePlace()
  const { again: id, by, pack, left, return: returnTo } = search
  const again = useQuery({ ...paymentQueries.one(id ?? ''), enabled: id !== undefined && isUuid(id), retry: false })
  // Asked before anything is shown, so that nothing moves under a finger.
  const daily = useQuery(dailyQuery(userId))
  if (again.isLoading || daily.isLoading) return <Skeleton className="h-96 w-full" />
  return (
    <div className="grid gap-5">
      {id === undefined && daily.data && <DailyGift userId={userId} gift={daily.data} />}
      <BuyView
        key={`${id} ${by}`}
        again={again.data ?? null}
        returnTo={ownPath(returnTo)}
        sku={pack}
        by={by === 'card' ? 'card' : by === 'phone' ? 'mobile_money' : undefined}
        hasLeft={left !== undefined}
      >
        <OwnLimits userId={userId} />
      </BuyView>
    </div>
  )
}

function OwnLimits({ userId }: { userId: string }) {
  const m = useMessages(paymentMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="line" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        {m.limits}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <LimitsDialog userId={userId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function BalanceLine() {
  const m = useMessages(paymentMessages)
  const { left } = useMessages(creditMessages)
  const { data: balance, isError } = useCredits()
  const isOnline = useOnline()
  useEffect(() => {
    if (balance) keepBalance(balance.available)
  }, [balance])
  if (!balance) {
    const kept = isError || !isOnline ? keptBalance() : null
    return <p className="mt-1 min-h-6 text-text-2">{kept !== null && m.lastKnown(kept)}</p>
  }
  const { available, paid, promo, held, debt } = balance
  const parts = [m.paidPart(paid), m.promoPart(promo), held > 0 && m.heldPart(held)].filter((part) => part !== false)
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-text-2">
        <i aria-hidden="true" className="losange text-lg text-credit" />
        <strong className="text-text">{left(available)}</strong>
        <span className="max-[22rem]:hidden">· {m.rate}</span>
      </p>
      {(paid > 0 || held > 0) && <p className="mt-0.5 text-sm text-text-3">{parts.join(' · ')}</p>}
      {debt > 0 && (
        <div className="mt-3 max-w-160">
          <Alert tone="warning">{m.debt(debt)}</Alert>
        </div>
      )}
    </>
  )
}

function ownPath(path: string | undefined): string | undefined {
  return path !== undefined && /^\/(?![/\\])/u.test(path) ? path : undefined
}
