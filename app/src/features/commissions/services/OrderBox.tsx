/** What one can do with a service at this moment: order it, wait for it, or neither. */
import type { Service } from '@product/contract'
import { useMutation } from '@tanstack/react-query'

import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { OrdersSoon } from '#entities/commission/service/OrdersSoon.tsx'
import { placeWords, standingOf } from '#entities/commission/service/places.ts'
import { joinWaitlist, leaveWaitlist } from '#entities/commission/service/service-acts.ts'
import { refreshServices } from '#entities/commission/service/service-queries.ts'
import { serviceMessages } from '#entities/commission/service/service.i18n.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { toast } from '#ui/toast/toast.ts'

import { servicesMessages } from './services.i18n.ts'

export function OrderBox({ service }: { service: Service }) {
  const m = useMessages(servicesMessages)
  const words = useMessages(serviceMessages)
  const isOwn = service.creator.id === useUserId()
  return (
    <section aria-label={words.market} className="card grid content-start gap-3">
      <p>
        <span className="block text-sm text-text-2">{m.price}</span>
        <span className="num text-2xl font-semibold">{words.from(service.price_from)}</span>
      </p>
      <p className="text-sm text-text-2">{m.guaranteed(service.days)}</p>
      <p className="text-sm font-semibold">
        {placeWords(words, service)}
        {!isOwn && <span className="font-normal text-text-2"> · {m.queue(service.queue)}</span>}
      </p>
      {isOwn ? <Own id={service.id} /> : <Others service={service} />}
    </section>
  )
}

function Own({ id }: { id: string }) {
  const m = useMessages(servicesMessages)
  return (
    <>
      <p className="text-sm text-text-2">{m.own}</p>
      <Link to={paths.editService} params={{ id }} className={buttonClass({ variant: 'line', wide: true })}>
        {m.edit}
      </Link>
    </>
  )
}

function Others({ service }: { service: Service }) {
  const m = useMessages(servicesMessages)
  const { place } = service
  const standing = standingOf(service)
  return (
    <>
      <OrdersSoon />
      {place && <PlaceTold place={place} />}
      {service.can_request && <OrderLink service={service} />}
      {place && <Leave service={service} isOffered={place.state === 'offered'} />}
      {!place && standing === 'full' && <Wait service={service} />}
      {!place && standing === 'closed' && <p className="text-sm text-text-2">{m.closedNow}</p>}
    </>
  )
}

function PlaceTold({ place: { state, position, until } }: { place: NonNullable<Service['place']> }) {
  const m = useMessages(servicesMessages)
  if (state === 'offered') return until !== null && <Alert tone="info">{m.offered(until)}</Alert>
  return <Alert tone="info">{position === 1 ? m.first : m.waiting(position)}</Alert>
}

function Leave({ service, isOffered }: { service: Service; isOffered: boolean }) {
  const m = useMessages(servicesMessages)
  const { leave } = useJoin(service)
  return (
    <Button variant="ghost" busyLabel={leave.isPending && '…'} onClick={() => leave.mutate()}>
      {isOffered ? m.giveBack : m.leave}
    </Button>
  )
}

function Wait({ service }: { service: Service }) {
  const m = useMessages(servicesMessages)
  const { join } = useJoin(service)
  return (
    <>
      <p className="text-sm text-text-2">{m.full}</p>
      <Button variant="ink" busyLabel={join.isPending && '…'} onClick={() => join.mutate()}>
        {m.waitForPlace}
      </Button>
    </>
  )
}

function OrderLink({ service: { id, mode, price_from: price } }: { service: Service }) {
  const m = useMessages(servicesMessages)
  const names = { proposal: m.ask, instant: m.orderFor(formatNumber(price)), single_message: m.singleMessage }
  return (
    <>
      <Link
        to={paths.newCommission}
        search={{ service: id }}
        className={buttonClass({ variant: 'primary', size: 'lg', wide: true })}
      >
        {names[mode]}
      </Link>
      {mode === 'single_message' && <p className="text-xs text-text-3">{m.singleMessageText}</p>}
    </>
  )
}

/** Joining and leaving the list; a refusal that time has overtaken says what stands now. */
function useJoin({ id }: Pick<Service, 'id'>) {
  const m = useMessages(servicesMessages)
  const overtaken: Record<string, string> = {
    service_has_place: m.hasPlace,
    service_closed: m.closedNow,
    service_unknown: m.gone,
  }
  const onError = (error: Error) => {
    const told = error instanceof DataError ? overtaken[error.hint ?? ''] : undefined
    toast(told === undefined ? { title: m.failed, tone: 'danger' } : { title: told })
  }
  const both = { onError, onSettled: refreshServices }
  const join = useMutation({ ...both, mutationFn: () => joinWaitlist(id), onSuccess: () => toast({ title: m.joined }) })
  const leave = useMutation({ ...both, mutationFn: () => leaveWaitlist(id), onSuccess: () => toast({ title: m.left }) })
  return { join, leave }
}
