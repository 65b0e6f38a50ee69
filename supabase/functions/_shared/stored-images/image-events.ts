/** What the operator is told of files that could not be moved or removed. */
import { createObserve } from '../observe.ts'

interface Unswept {
  readonly kind: 'images.unswept'
  readonly images: number
  readonly why: string
}

export const observeImages = createObserve<Unswept>(() => 'warn')
