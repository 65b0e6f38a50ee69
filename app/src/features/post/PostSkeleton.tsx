import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { WhenSlow } from '#ui/feedback/WhenSlow.tsx'

/** The page's own shape, where no list has told of the post. */
export function PostSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="late-appear lg:grid lg:grid-cols-[minmax(0,1fr)_var(--panel-w)]">
      <div className="sr-only">
        <Spinner />
      </div>
      <WhenSlow onRetry={onRetry} />
      <Skeleton className="aspect-square max-h-[70svh] w-full rounded-none! lg:h-svh lg:max-h-none" />
      <div className="grid content-start gap-4 p-4 lg:p-6">
        <div className="flex items-center gap-3">
          <Skeleton className="size-11 rounded-full!" />
          <Skeleton className="h-5 w-40" />
        </div>
        <Skeleton className="h-7 w-full" />
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  )
}
