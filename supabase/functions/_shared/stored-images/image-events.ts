/** What is told of files in storage. */
import { createObserve } from '../observe.ts'

interface Unswept {
  readonly kind: 'images.unswept'
  readonly images: number
  readonly why: string
}

export const observeImages = createObserve<Unswept>(() => 'warn')
