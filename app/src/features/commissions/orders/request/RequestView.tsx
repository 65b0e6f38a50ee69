/** What somebody asks of a creator, in the terms of one service. */
import type { ServicePage } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { DataError } from '#data/rest.ts'
import { orderQueries } from '#entities/commission/order/order-queries.ts'
import { handleOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { BackLink } from '../BackLink.tsx'
import { requestMessages } from './request.i18n.ts'
import { RequestForm } from './RequestForm.tsx'

export function RequestView({ id }: { id: string }) {
  const m = useMessages(requestMessages)
  const { data: service, error, refetch } = useQuery(orderQueries.service(id))
  if (service) return <Request service={service} />
  if (error === null) return <Skeleton className="page h-160 rounded-lg" />
  if (error instanceof DataError && error.status === 404) return <EmptyState title={m.gone} text={m.goneText} />
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

function Request({ service }: { service: ServicePage }) {
  const m = useMessages(requestMessages)
  const o = useMessages(orderMessages)
  const { data: isOpen } = useQuery(orderQueries.isOpen())
  const title = { proposal: m.title, instant: m.titleInstant, single_message: m.titleSingle }[service.mode]
  const who = handleOf(service.creator, o.somebody)
  usePageTitle(title)
  return (
    <div className="page grid max-w-176 grid-cols-[minmax(0,1fr)] gap-5 pb-10">
      <header className="grid gap-1">
        <BackLink />
        <h1>{title}</h1>
        <p className="font-semibold wrap-anywhere">{service.title}</p>
        <p className="text-sm text-text-2">
          {m.by(who)} · {m.from(service.price_from, service.days)}
        </p>
        {service.figures.answer_hours !== null && (
          <p className="text-sm text-text-2">{m.answers(who, service.figures.answer_hours)}</p>
        )}
      </header>
      {service.mode === 'single_message' && <Alert tone="info">{m.singleText}</Alert>}
      {isOpen === false && <Alert tone="info">{o.off}</Alert>}
      {service.refuses !== '' && (
        <section className="grid gap-1 text-sm">
          <h2 className="text-base">{m.refuses}</h2>
          <p className="whitespace-pre-line text-text-2 wrap-anywhere">{service.refuses}</p>
        </section>
      )}
      <RequestForm service={service} isOff={isOpen === false} />
    </div>
  )
}
