/** What a member's feed has besides its pictures, once the first of them are there. */
import { Suspense, useEffect } from 'react'

import { loadPostActs } from '#entities/post/use-post-actions.ts'
import { lazyLater } from '#ui/lazy.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

const HomeColumn = lazyLater(async () => (await import('./HomeColumn.tsx')).HomeColumn)

/** As `.home` in theme.css, which keeps its room. */
const columnFrom = 1280

export function MemberHome() {
  const { width } = useScreenSize()
  useEffect(() => whenIdle(() => void loadPostActs().catch(() => undefined)), [])
  if (width < columnFrom) return null
  return (
    <Suspense fallback={null}>
      <HomeColumn />
    </Suspense>
  )
}

/** What is likely to be pressed. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 2000)
}
