/** « Commander », « Liste d’attente » or « Commandes fermées »: the state of whoever makes things to order. */
import type { Service } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import ShoppingBag from 'lucide-react/icons/shopping-bag'

import { standingOf } from '#entities/commission/service/places.ts'
import { serviceQueries } from '#entities/commission/service/service-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'

import { profileMessages } from '../profile.i18n.ts'
import { servicesId } from './services-id.ts'

export function OrderButton({ userId }: { userId: string }) {
  const m = useMessages(profileMessages)
  const { data: services = [] } = useQuery(serviceQueries.of(userId))
  const [first] = services
  if (!first) return null
  const go = () => (services.length === 1 ? navigate({ to: paths.service, params: { id: first.id } }) : showAll())
  return (
    <Button
      size="sm"
      variant="line"
      className="col-span-full"
      icon={<ShoppingBag aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
      onClick={go}
    >
      {m[`orders_${bestOf(services)}`]}
    </Button>
  )
}

/** Of several services, the one that is nearest to an order. */
function bestOf(services: readonly Service[]) {
  const standings = new Set(services.map(standingOf))
  return (['free', 'full'] as const).find((one) => standings.has(one)) ?? 'closed'
}

function showAll(): void {
  const section = document.querySelector<HTMLElement>(`#${servicesId}`)
  section?.scrollIntoView()
  section?.focus({ preventScroll: true })
}
