/** Progress of engines that tell none: how far work of its kind usually is by now. */
import type { ImageContext } from './image-engine.ts'

const firstGuessMs = 20_000
const memory = 0.3
const beatMs = 1000

export interface Estimator {
  /** Reports until it is stopped, which tells how long it took if the work was done. */
  start(onProgress: ImageContext['onProgress']): { stop(isDone: boolean): void }
}

export function createEstimator(): Estimator {
  let usualMs = firstGuessMs

  return {
    start(onProgress) {
      const startedAt = performance.now()
      const report = () => {
        const share = (performance.now() - startedAt) / usualMs
        // Never done before it is done: the nearer the end, the slower.
        onProgress({ share: Math.round(90 * (1 - Math.exp(-1.6 * share))) / 100, stage: 'painting' })
      }
      report()
      const timer = setInterval(report, beatMs)
      return {
        stop(isDone) {
          clearInterval(timer)
          if (isDone) usualMs += memory * (performance.now() - startedAt - usualMs)
        },
      }
    },
  }
}
