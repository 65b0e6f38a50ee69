import { Suspense } from 'react'

import { lazy } from '../lazy.ts'
import { useToasts } from './toast.ts'

const ToastRegion = lazy(async () => (await import('./ToastRegion.tsx')).ToastRegion)

/** The page's own toast region, loaded with the first toast. */
export function ToastHost() {
  const spoken = useToasts().length > 0
  return <Suspense fallback={null}>{spoken && <ToastRegion level="page" />}</Suspense>
}
