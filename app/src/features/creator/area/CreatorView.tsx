/** The creators' area: before it is open what one could earn, then what came and how one shows oneself. */
import type { CreatorOverview, ShowcaseBlock } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { creatorQueries, refreshArea } from './creator-queries.ts'
import { creatorMessages } from './creator.i18n.ts'
import { Opening } from './Opening.tsx'
import { RemixSettings } from './RemixSettings.tsx'
import { Services } from './Services.tsx'
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
        {isError ? <Alert tone="warning" title={m.unread} action={retry} /> : <Skeleton className="h-160 rounded-lg" />}
      </div>
    )
  return (
    <div className="page grid gap-5 pb-10">
      <h1>{m.title}</h1>
      {own.data?.is_open ? <Open own={own.data} overview={overview.data} /> : <Opening overview={overview.data} />}
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
