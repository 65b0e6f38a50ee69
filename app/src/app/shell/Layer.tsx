import { useLayoutEffect, useRef, type ReactNode } from 'react'

import { usePathname } from '#navigation/use-place.ts'
import { holdPage } from '#ui/dialog/hold-page.ts'

/**
 * A screen over another, which stays as it is underneath; the navigation stays beside it. It scrolls by itself, by the
 * keys too: these scroll what has the focus.
 */
export function Layer({ children }: { children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null)
  const pathname = usePathname()
  useLayoutEffect(holdPage, [])
  useLayoutEffect(() => {
    layer.current?.scrollTo(0, 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new screen begins at its top
  }, [pathname])
  return (
    <div ref={layer} data-layer="" tabIndex={-1} className="layer">
      {children}
    </div>
  )
}
