/** One order: where it stands, what whoever looks may do now, what was agreed, and what was made. */
import type { Commission } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'

import { DataError } from '#data/rest.ts'
import { orderQueries } from '#entities/commission/order/order-queries.ts'
import { nameOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { StatusMark } from '#entities/commission/order/StatusMark.tsx'
import { useWriteTo } from '#entities/message/use-write-to.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { BackLink } from '../BackLink.tsx'
import { Acts } from '../steps/Acts.tsx'
import { Answers } from './Answers.tsx'
import { Dispute } from './Dispute.tsx'
import { LicenceFile, Refund, Reviews } from './Ending.tsx'
import { History } from './History.tsx'
import { orderPageMessages } from './order-page.i18n.ts'
import { situationMessages } from './situation.i18n.ts'
import { wordSituation } from './situation.ts'
import { Stages } from './Stages.tsx'
import { Proposal, Request } from './Terms.tsx'
import { Work } from './Work.tsx'

export interface OrderViewProps {
  id: string
  /** Opens the payment of the milestone that is to be paid. */
  onPay: () => void
  /** Over the order, while it is being paid. */
  payment?: (order: Commission) => ReactNode
}

export function OrderView({ id, onPay, payment }: OrderViewProps) {
  const m = useMessages(orderPageMessages)
  const { data: order, error, refetch } = useQuery(orderQueries.one(id))
  if (order)
    return (
      <>
        <Order order={order} onPay={onPay} />
        {payment?.(order)}
      </>
    )
  if (error === null) return <Skeleton className="page h-160 rounded-lg" />
  if (error instanceof DataError && error.status >= 400 && error.status < 500)
    return <EmptyState heading="h1" title={m.gone} text={m.goneText} action={<BackLink />} />
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <div className="page">
      <Alert tone="danger" title={m.unread} action={retry} />
    </div>
  )
}

function Order({ order, onPay }: { order: Commission; onPay: () => void }) {
  const m = useMessages(orderPageMessages)
  usePageTitle(order.service_title)
  return (
    <div className="page grid max-w-244 grid-cols-[minmax(0,1fr)] gap-5 pb-10">
      <Head order={order} />
      <Stages order={order} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <section aria-label={m.next} className="card grid gap-4">
            <Situation order={order} />
            <Refund order={order} />
            <Answers order={order} />
            <Acts order={order} onPay={onPay} />
            <LicenceFile order={order} />
          </section>
          <Dispute order={order} />
          <Work order={order} />
          <Reviews order={order} />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <Proposal order={order} />
          <Request order={order} />
          <History order={order} />
        </div>
      </div>
    </div>
  )
}

function Head({ order }: { order: Commission }) {
  const m = useMessages(orderPageMessages)
  const { somebody } = useMessages(orderMessages)
  const isClient = order.role === 'client'
  const other = isClient ? order.creator : order.client
  const name = nameOf(other, somebody)
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <BackLink tab={isClient ? undefined : 'received'} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 wrap-anywhere">{order.service_title}</h1>
        <StatusMark status={order.status} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 items-center gap-2 text-sm text-text-2">
          <Avatar id={other.id ?? order.id} src={other.avatar_url} size="sm" />
          <span className="truncate">
            {isClient ? m.by(name) : m.for(name)} · {m.numbered(order.number)}
          </span>
        </p>
        {order.role !== 'staff' && other.id !== null && nameOf(other, '') !== '' && (
          <span className="flex items-center gap-1.5">
            {canTalk(order) && <Write to={other.id} />}
            <Menu
              label={m.moreActions}
              icon={<Ellipsis aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
              iconOnly
              items={[
                {
                  label: m.report,
                  icon: <Flag aria-hidden="true" className="size-4.5" strokeWidth={1.75} />,
                  onPress: () => openModal('report', { kind: 'commission', id: order.id }),
                },
              ]}
            />
          </span>
        )}
      </div>
    </header>
  )
}

/** « Un seul message »: nothing is said before it is delivered. */
const canTalk = ({ delivered_at: at, mode }: Commission): boolean => mode !== 'single_message' || at !== null

function Write({ to }: { to: string }) {
  const m = useMessages(orderPageMessages)
  const write = useWriteTo(to)
  return (
    <Button size="sm" variant="line" icon={<MessageCircle aria-hidden="true" className="size-4.5" />} onClick={write}>
      {m.write}
    </Button>
  )
}

function Situation({ order }: { order: Commission }) {
  const s = useMessages(situationMessages)
  const o = useMessages(orderMessages)
  const [first, ...more] = wordSituation(s, o, order)
  return (
    <div className="grid gap-1.5" role="status">
      <p className="text-lg font-semibold wrap-anywhere">{first}</p>
      {more.map((words) => (
        <p key={words} className="text-sm text-text-2">
          {words}
        </p>
      ))}
    </div>
  )
}
