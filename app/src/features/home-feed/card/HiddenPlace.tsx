'use no memo'

import { Suspense } from 'react'

import { lazyCore } from '#ui/lazy.ts'

import type { HiddenPostProps } from './HiddenPost.tsx'

const HiddenPost = lazyCore(async () => (await import('./HiddenPost.tsx')).HiddenPost)

/** Few people hide anything on their first visit: what is said there is not in the first scripts, its place is. */
export function HiddenPlace(hidden: HiddenPostProps) {
  return (
    <Suspense fallback={<div className="min-h-15" style={hidden.box} />}>
      <HiddenPost {...hidden} />
    </Suspense>
  )
}
