/** The feed's own layout while even its first facts are on their way: flat blocks, no shimmer. */
'use no memo'

import { useMessages } from '#i18n/messages.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { feedMessages } from '../feed.i18n.ts'

const ratios = ['basis-[24%]', 'basis-[42%]', 'basis-[34%]', 'basis-[36%]', 'basis-[26%]', 'basis-[38%]']

export function FeedSkeleton() {
  const m = useMessages(feedMessages)
  return (
    <div role="status">
      <span className="sr-only">{m.loading}</span>
      <div className="md:hidden">
        {[0, 1].map((place) => (
          <div key={place} className="border-b border-line pb-4">
            <Skeleton className="aspect-[4/5] w-full rounded-none!" />
            <div className="flex items-center gap-2.5 px-(--gutter) pt-3">
              <Skeleton className="size-9 rounded-full!" />
              <Skeleton className="h-4 w-40" />
            </div>
            <Skeleton className="mx-(--gutter) mt-3 h-4 w-4/5" />
          </div>
        ))}
      </div>
      <div className="hidden flex-wrap gap-x-2 gap-y-5 px-6 pt-4.5 md:flex lg:px-8 lg:pt-5">
        {ratios.map((ratio) => (
          <div key={ratio} className={`grow ${ratio} max-w-[calc(50%-4px)]`}>
            <Skeleton className="h-62 rounded-img! lg:h-78" />
            <Skeleton className="mt-3 h-4 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  )
}
