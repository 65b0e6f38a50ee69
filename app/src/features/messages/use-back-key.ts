import { useEffect, useEffectEvent } from 'react'

/** Not in the language's own lists yet. */
interface Watcher {
  addEventListener: (event: 'close', notify: () => void) => void
  destroy: () => void
}

/** Android's back key closes what lies over the page before it leaves it; where the browser does not tell, it leaves. */
export function useBackKey(onBack: () => void): void {
  const close = useEffectEvent(onBack)
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Watcher }
    if (!CloseWatcher) return undefined
    const watcher = new CloseWatcher()
    watcher.addEventListener('close', () => close())
    return () => watcher.destroy()
  }, [])
}
