import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type * as ComingBack from './coming-back.ts'

let reach: typeof ComingBack
let page: EventTarget
let refetched: ReturnType<typeof vi.fn<(wanted: object) => Promise<void>>>

/** A page as a phone has it, which may be frozen while it stays in sight. */
beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', hidden: false })
  vi.stubGlobal('document', page)
  reach = await import('./coming-back.ts')
  const { queryClient } = await import('../query-client.ts')
  refetched = vi.fn(async () => undefined)
  Object.assign(queryClient, { refetchQueries: refetched })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function freezeFor(ms: number): Promise<void> {
  page.dispatchEvent(new Event('freeze'))
  await vi.advanceTimersByTimeAsync(ms)
  page.dispatchEvent(new Event('resume'))
  await vi.advanceTimersByTimeAsync(2000)
}

test('what was frozen for half a minute sends what waits, and reads anew what is shown, in this order', async () => {
  const runs: string[] = []
  reach.whenBack('writes', () => runs.push('writes'))
  reach.whenBack('session', () => runs.push('session'))
  refetched.mockImplementation(async () => {
    runs.push('screen')
  })
  await freezeFor(31_000)
  expect(runs).toEqual(['session', 'writes', 'screen'])
  expect(refetched).toHaveBeenCalledExactlyOnceWith({ type: 'active', stale: true })
})

test('a moment is no absence', async () => {
  await freezeFor(29_000)
  expect(refetched).not.toHaveBeenCalled()
})
