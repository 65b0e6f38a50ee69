/** Spec §9. */
export const defaultThrottleMs = 1000

/** Acts at once, and then not again until the pause is over: what comes too soon is ignored, and answers undefined. */
export function throttle<Given extends unknown[], Result>(
  act: (...given: Given) => Result,
  pauseMs = defaultThrottleMs,
): (...given: Given) => Result | undefined {
  let lastAt = -Infinity
  return (...given) => {
    const now = performance.now()
    if (now - lastAt < pauseMs) return undefined
    lastAt = now
    return act(...given)
  }
}
