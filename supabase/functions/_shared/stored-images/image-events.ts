/** What the operator is told of files that could not be moved, removed or looked at. */
import { createObserve } from '../observe.ts'

interface Unswept {
  readonly kind: 'images.unswept' | 'images.unseen'
  readonly images: number
  readonly why: string
}

export const observeImages = createObserve<Unswept>(() => 'warn')
