import type { Service } from '@product/contract'

import { Picture } from '#entities/image/Picture.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

import { placeWords } from './places.ts'
import { serviceMessages } from './service.i18n.ts'

export interface ServiceCardProps {
  service: Service
  /** Where whose it is has been said already. */
  isTheirs?: boolean
}

/** Three samples, what it costs and whether there is a place (decision 0049). */
export function ServiceCard({ service, isTheirs = false }: ServiceCardProps) {
  const m = useMessages(serviceMessages)
  const { id, title, creator, price_from: price, days, figures, ai_share: share } = service
  const facts = [
    m.from(price),
    m.days(days),
    figures.rating !== null && m.rated(figures.rating, figures.reviews),
    placeWords(m, service),
  ].filter(Boolean)
  return (
    <Link
      to={paths.service}
      params={{ id }}
      data-result
      className="grid gap-2.5 rounded-lg border border-line bg-surface p-3 hover:bg-surface-2"
    >
      <ServiceSamples samples={service.samples.slice(0, 3)} />
      <span className="grid min-w-0 gap-0.5">
        <span className="truncate font-semibold">{title}</span>
        {!isTheirs && <bdi className="truncate text-sm text-text-2">{creator.display_name ?? creator.username}</bdi>}
        <span className="text-sm text-text-2">{facts.join(' · ')}</span>
        <span className="text-xs text-text-3">{m[`ai_${share}`]}</span>
      </span>
    </Link>
  )
}

function ServiceSamples({ samples }: Pick<Service, 'samples'>) {
  return (
    <span className="grid grid-cols-3 gap-1 overflow-hidden rounded-md">
      {samples.map(({ post_id: id, url, width, height, thumbhash, alt }) => (
        <span key={id} className="grid aspect-square place-items-center overflow-hidden *:min-h-full *:min-w-full">
          <Picture
            image={{ url, width: width ?? 1024, height: height ?? 1024, thumbhash }}
            alt={alt ?? ''}
            sizes="(width >= 48rem) 8rem, 30vw"
          />
        </span>
      ))}
    </span>
  )
}
