import type { Commission } from '@product/contract'

import { useUserId } from '#data/session.ts'
import { isUuid } from '#data/uuid.ts'
import { useOrderNews } from '#entities/commission/order/use-order-news.ts'
import { MarketNav } from '#entities/commission/service/MarketNav.tsx'
import { OrdersSoon } from '#entities/commission/service/OrdersSoon.tsx'
import { OrderList } from '#features/commissions/orders/list/OrderList.tsx'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths, toHref } from '#navigation/paths.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { lazy } from '#ui/lazy.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { NotFoundScreen } from './NotFoundScreen.tsx'

const commissionsMessages = defineMessages({
  fr: {
    title: 'Commandes',
    discover: 'Découvrir des artistes',
    services: 'Préparer mes services',
  },
  en: {
    title: 'Commissions',
    discover: 'Discover artists',
    services: 'Prepare my services',
  },
})

const MilestoneSheet = lazy(async () => (await import('#features/payment/milestone/MilestoneSheet.tsx')).MilestoneSheet)
const RequestView = lazy(async () => (await import('#features/commissions/orders/request/RequestView.tsx')).RequestView)
const OrderView = lazy(async () => (await import('#features/commissions/orders/page/OrderView.tsx')).OrderView)

/** `?order={id}`: one of one's orders, `pay` while it is being paid; `?service={id}`: a place is kept there; else both sides. */
export function CommissionsScreen() {
  const userId = useUserId()
  const { search } = usePlace()
  const { order, service } = search
  useOrderNews()
  if (userId === null) return null
  if (order !== undefined) return <OrderScreen key={order} id={order} />
  return service !== undefined && isUuid(service) ? (
    <RequestView key={service} id={service} />
  ) : (
    <Lists userId={userId} />
  )
}

/** `/commissions/new?service={id}`: asks its creator for something. */
export function NewCommissionScreen() {
  const { search } = usePlace()
  const { service = '' } = search
  return isUuid(service) ? <RequestView key={service} id={service} /> : <NotFoundScreen />
}

const openPayment = () => changeSearch({ pay: 'new' })
const followPayment = (pay: string) => changeSearch({ pay }, { replace: true })
const closePayment = () => changeSearch({ pay: undefined }, { replace: true })

function OrderScreen({ id }: { id: string }) {
  const { search } = usePlace()
  const { pay } = search
  const payment = (order: Commission) =>
    pay !== undefined && (
      <MilestoneSheet
        due={dueOf(order)}
        paymentId={pay}
        returnTo={toHref({ to: paths.commissions, search: { order: id } })}
        onFollow={followPayment}
        onClose={closePayment}
      />
    )
  return <OrderView id={id} onPay={openPayment} payment={payment} />
}

function dueOf({ current, may, milestones, terms }: Commission) {
  const step = may.includes('pay') ? milestones.find(({ position }) => position === current) : undefined
  return step ? { id: step.id, terms, name: step.title, amount: step.amount } : null
}

function Lists({ userId }: { userId: string }) {
  const m = useMessages(commissionsMessages)
  const { search } = usePlace()
  const isMaker = search['tab'] === 'received'
  usePageTitle(m.title)
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-5 pb-10">
      <h1>{m.title}</h1>
      <MarketNav present={isMaker ? 'sales' : 'requests'} />
      <OrdersSoon />
      {isMaker ? (
        <OrderList
          key="creator"
          userId={userId}
          side="creator"
          action={
            <Link to={paths.ownServices} className={buttonClass({ variant: 'line' })}>
              {m.services}
            </Link>
          }
        />
      ) : (
        <OrderList
          key="client"
          userId={userId}
          side="client"
          action={
            <Link to={paths.services} className={buttonClass({ variant: 'line' })}>
              {m.discover}
            </Link>
          }
        />
      )}
    </div>
  )
}
