import { useLayoutEffect, useRef, type ReactNode } from 'react'

import { usePathname } from '#navigation/use-place.ts'
import { holdPage } from '#ui/dialog/hold-page.ts'

/** A screen over another, which stays as it is underneath; the navigation stays beside it. It scrolls by itself. */
export function Layer({ children }: { children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null)
  const pathname = usePathname()
  useLayoutEffect(holdPage, [])
  useLayoutEffect(() => {
    layer.current?.scrollTo(0, 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new screen begins at its top
  }, [pathname])
  return (
    <div
      ref={layer}
      data-layer=""
      className="fixed inset-0 top-(--said-h) [--stuck:0px] bottom-[calc(var(--bar-h)+env(safe-area-inset-bottom))] z-(--z-sticky) overflow-y-auto overscroll-contain bg-bg pb-(--pill-h) md:bottom-0 md:pb-0 md:left-(--rail-compact-w) lg:left-(--rail-w)"
    >
      {children}
    </div>
  )
}
