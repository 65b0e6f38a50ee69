import type { Commission } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { isUuid } from '#data/uuid.ts'
import { orderQueries } from '#entities/order/order-queries.ts'
import { orderMessages } from '#entities/order/order.i18n.ts'
import { useOrderNews } from '#entities/order/use-order-news.ts'
import { OrderList } from '#features/orders/list/OrderList.tsx'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths, toHref } from '#navigation/paths.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { lazy } from '#ui/lazy.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { TabStrip } from '#ui/TabStrip.tsx'

const commissionsMessages = defineMessages({
  fr: {
    title: 'Commandes',
    areas: 'Vos commandes',
    sent: 'Mes commandes',
    received: 'Reçues',
    discover: 'Découvrir des artistes',
    find: 'Trouver un service',
    services: 'Mes services',
  },
  en: {
    title: 'Commissions',
    areas: 'Your commissions',
    sent: 'My commissions',
    received: 'Received',
    discover: 'Discover artists',
    find: 'Find a service',
    services: 'My services',
  },
})

const MilestoneSheet = lazy(async () => (await import('#features/payment/milestone/MilestoneSheet.tsx')).MilestoneSheet)
const RequestView = lazy(async () => (await import('#features/orders/request/RequestView.tsx')).RequestView)
const OrderView = lazy(async () => (await import('#features/orders/page/OrderView.tsx')).OrderView)

const panelId = 'commissions-panel'
const areas = ['sent', 'received'] as const

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
  const { off } = useMessages(orderMessages)
  const { search } = usePlace()
  const { data: isOpen } = useQuery(orderQueries.isOpen())
  const area = areas.find((known) => known === search['tab']) ?? 'sent'
  usePageTitle(m.title)
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-5 pb-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-2">
        <h1>{m.title}</h1>
        <p className="flex gap-5 text-sm font-semibold">
          <Link to={paths.services} className="link">
            {m.find}
          </Link>
          <Link to={paths.ownServices} className="link">
            {m.services}
          </Link>
        </p>
      </div>
      {isOpen === false && <Alert tone="info">{off}</Alert>}
      <TabStrip
        label={m.areas}
        value={area}
        tabs={areas.map((value) => ({ value, label: m[value] }))}
        onChange={(tab) => changeSearch({ tab: tab === 'sent' ? undefined : tab })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${area}`}>
        {area === 'sent' && (
          <OrderList
            userId={userId}
            side="client"
            action={
              <Link to={paths.services} className={buttonClass({ variant: 'line' })}>
                {m.discover}
              </Link>
            }
          />
        )}
        {area === 'received' && (
          <OrderList
            userId={userId}
            side="creator"
            action={
              <Link to={paths.ownServices} className={buttonClass({ variant: 'line' })}>
                {m.services}
              </Link>
            }
          />
        )}
      </div>
    </div>
  )
}
