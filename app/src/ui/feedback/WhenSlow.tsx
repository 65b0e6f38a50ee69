'use no memo'

import { Suspense, useEffect, useState } from 'react'

import { lazy } from '../lazy.ts'

const SlowNotice = lazy(async () => (await import('./SlowNotice.tsx')).SlowNotice)

/** How long somebody waits before they are told that it takes long. */
const patienceMs = 8000

/** Shown while something is awaited: says so when it takes long, over the page, with another try; again if that does. */
export function WhenSlow({ onRetry }: { onRetry: () => void }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (isSlow) return undefined
    const timer = setTimeout(() => setSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isSlow])
  const retry = () => {
    setSlow(false)
    onRetry()
  }
  return (
    isSlow && (
      <Suspense fallback={null}>
        <SlowNotice onRetry={retry} />
      </Suspense>
    )
  )
}
