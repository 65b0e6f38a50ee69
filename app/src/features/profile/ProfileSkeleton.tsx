import { useMessages } from '#i18n/messages.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { galleryMessages } from './gallery/gallery.i18n.ts'

/** The place of everything, so that nothing moves when it comes. */
export function ProfileSkeleton() {
  const m = useMessages(galleryMessages)
  return (
    <div role="status">
      <span className="sr-only">{m.loading}</span>
      <Skeleton className="h-26 rounded-none! lg:h-38" />
      <div className="-mt-9 grid gap-4 px-(--gutter) md:px-8">
        <Skeleton className="size-24 rounded-full!" />
        <Skeleton className="h-8 w-52" />
        <Skeleton className="h-4 w-72" />
        <Skeleton className="h-6 w-60" />
      </div>
    </div>
  )
}
