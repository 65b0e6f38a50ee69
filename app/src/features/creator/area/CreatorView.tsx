/** The creators' area: before it is open what one could earn, then what came and how one shows oneself. */
import type { CreatorOverview, ShowcaseBlock } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { InviteCard } from '../invite/InviteCard.tsx'
import { creatorQueries, refreshArea } from './creator-queries.ts'
import { creatorMessages } from './creator.i18n.ts'
import { Opening } from './Opening.tsx'
import { RemixSettings } from './RemixSettings.tsx'
import { ShowcaseEditor } from './ShowcaseEditor.tsx'
import { Week } from './Week.tsx'

export function CreatorView() {
  const m = useMessages(creatorMessages)
  const userId = useUserId()
  const own = useQuery(creatorQueries.own(userId))
  const overview = useQuery(creatorQueries.overview(userId))
  usePageTitle(m.title)
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refreshArea()}>
      {m.retry}
    </Button>
  )
  const isError = own.isError || overview.isError
  if (own.data === undefined || overview.data === undefined)
    return (
      <div className="page grid gap-5 pb-10">
        <h1>{m.title}</h1>
        {isError ? <Alert tone="danger" title={m.unread} action={retry} /> : <Skeleton className="h-160 rounded-lg" />}
      </div>
    )
  return (
    <div className="page grid gap-5 pb-10">
      <h1>{m.title}</h1>
      {own.data?.is_open ? <Open own={own.data} overview={overview.data} /> : <Opening overview={overview.data} />}
      <InviteCard />
    </div>
  )
}

interface OpenProps {
  own: { blocks: readonly ShowcaseBlock[]; remix_bp: 0 | 500 | 1000 }
  overview: CreatorOverview
}

function Open({ own, overview }: OpenProps) {
  return (
    <>
      <Week overview={overview} />
      <Services />
      <ShowcaseEditor blocks={own.blocks} />
      <RemixSettings bp={own.remix_bp} />
    </>
  )
}

/** The way to what one makes to order. */
function Services() {
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
