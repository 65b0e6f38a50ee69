/** Progress of engines that tell none: how far work of its kind usually is by now. Never goes back. */
import type { ImageContext } from './image-engine.ts'

const firstGuessMs = 20_000
const memory = 0.3
const beatMs = 1000

export interface Estimate {
  /** It waits no longer and is being painted. Said again, it changes nothing. */
  begin(): void
  /** The engine's own word, which is better than any guess: from then on nothing is guessed. */
  tell(share: number): void
  /** Nothing is reported any more. How long it took is remembered if the work was done. */
  stop(isDone: boolean): void
}

export interface Estimator {
  /** `queued`: for engines that tell when they begin. */
  start(onProgress: ImageContext['onProgress'], first: 'queued' | 'painting'): Estimate
}

export function createEstimator(): Estimator {
  let usualMs = firstGuessMs

  return {
    start(onProgress, first) {
      let begunAt: number | null = null
      let told = 0
      let timer: NodeJS.Timeout | undefined
      const guess = (since: number) => {
        const share = (performance.now() - since) / usualMs
        // Never done before it is done: the nearer the end, the slower.
        onProgress({ share: Math.round(90 * (1 - Math.exp(-1.6 * share))) / 100, stage: 'painting' })
      }
      const begin = () => {
        if (begunAt !== null) return
        const since = performance.now()
        begunAt = since
        guess(since)
        timer = setInterval(guess, beatMs, since)
      }
      if (first === 'painting') begin()
      else onProgress({ share: null, stage: 'queued' })
      return {
        begin,
        tell(share) {
          clearInterval(timer)
          begunAt ??= performance.now()
          told = Math.max(told, share)
          onProgress({ share: told, stage: 'painting' })
        },
        stop(isDone) {
          clearInterval(timer)
          if (isDone && begunAt !== null) usualMs += memory * (performance.now() - begunAt - usualMs)
        },
      }
    },
  }
}
