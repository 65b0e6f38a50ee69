import type { Service } from '@product/contract'

import { ServiceCard } from '#entities/service/ServiceCard.tsx'

/** What creators make to order. */
export function FoundServices({ services }: { services: readonly Service[] }) {
  return (
    <ul className="mt-3 grid gap-3 md:grid-cols-2">
      {services.map((service) => (
        <li key={service.id} className="min-w-0">
          <ServiceCard service={service} />
        </li>
      ))}
    </ul>
  )
}
