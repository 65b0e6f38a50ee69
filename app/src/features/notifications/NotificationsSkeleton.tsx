import { Skeleton } from '#ui/feedback/Skeleton.tsx'

const rows = [64, 48, 72, 56, 40, 60]

/** The layout of the list before it is there. */
export function NotificationsSkeleton() {
  return (
    <div role="status" className="grid gap-6 px-(--gutter) pt-6 md:px-4">
      {rows.map((width) => (
        <div key={width} className="flex items-center gap-3">
          <Skeleton className="size-11 flex-none rounded-full" />
          <div className="grid flex-1 gap-2">
            <span className="block" style={{ width: `${width}%` }}>
              <Skeleton className="h-4 w-full" />
            </span>
            <Skeleton className="h-3 w-20" />
          </div>
          <Skeleton className="size-12 flex-none" />
        </div>
      ))}
    </div>
  )
}
