/** What a creator makes to order, on their profile. */
import { useQuery } from '@tanstack/react-query'

import { serviceQueries } from '#entities/commission/service/service-queries.ts'
import { serviceMessages } from '#entities/commission/service/service.i18n.ts'
import { ServiceCard } from '#entities/commission/service/ServiceCard.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

import { servicesId } from './services-id.ts'

export function ProfileServices({ userId, isOwn }: { userId: string; isOwn: boolean }) {
  const m = useMessages(serviceMessages)
  const { data: services = [] } = useQuery(serviceQueries.of(userId))
  if (services.length === 0) return null
  return (
    <section id={servicesId} tabIndex={-1} aria-label={m.services} className="mx-(--gutter) mt-4 grid gap-3 md:mx-8">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-base">{m.services}</h2>
        {isOwn && (
          <Link to={paths.ownServices} className="inline-block text-sm font-semibold text-link">
            {m.mine}
          </Link>
        )}
      </div>
      <ul className="no-scrollbar -mx-(--gutter) flex snap-x scroll-px-(--gutter) gap-3 overflow-x-auto px-(--gutter) md:mx-0 md:grid md:grid-cols-2 md:gap-4 md:px-0 lg:grid-cols-3">
        {services.map((service) => (
          <li
            key={service.id}
            className="w-full min-w-0 flex-none snap-start not-only:w-[82%] md:w-auto md:not-only:w-auto"
          >
            <ServiceCard service={service} isTheirs />
          </li>
        ))}
      </ul>
    </section>
  )
}
