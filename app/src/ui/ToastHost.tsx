import { Suspense } from 'react'

import { late } from './late.ts'
import { useToasts } from './toast.ts'

const ToastRegion = late(async () => (await import('./ToastRegion.tsx')).ToastRegion)

/** The page's own toast region, loaded with the first toast. */
export function ToastHost() {
  const spoken = useToasts().length > 0
  return <Suspense fallback={null}>{spoken && <ToastRegion level="page" />}</Suspense>
}
