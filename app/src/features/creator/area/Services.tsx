import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'

import { creatorMessages } from './creator.i18n.ts'

/** The way to what one makes to order. */
export function Services() {
  const m = useMessages(creatorMessages)
  return (
    <section aria-labelledby="creator-services" className="card flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-48 flex-1">
        <h2 id="creator-services" className="text-base">
          {m.services}
        </h2>
        <p className="text-sm text-text-2">{m.servicesText}</p>
      </div>
      <Link to={paths.ownServices} className={buttonClass({ variant: 'line' })}>
        {m.seeServices}
      </Link>
    </section>
  )
}
