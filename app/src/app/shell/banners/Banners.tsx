import { Suspense } from 'react'

import { useUpdateShown } from '#entities/release/update-store.ts'
import { lazy } from '#ui/lazy.ts'

import { OfflineBanner } from './OfflineBanner.tsx'

const UpdateBanner = lazy(async () => (await import('./UpdateBanner.tsx')).UpdateBanner)

/** What stands over every screen, signing in too. */
export function Banners() {
  const isUpdateShown = useUpdateShown()
  return (
    <>
      <OfflineBanner />
      {/* Stands before anything is in it, so that it is read out. */}
      <div aria-live="polite">
        <Suspense fallback={null}>{isUpdateShown && <UpdateBanner />}</Suspense>
      </div>
    </>
  )
}
