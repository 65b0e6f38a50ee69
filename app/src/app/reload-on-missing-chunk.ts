import { isOnline } from '#data/network.ts'

const reloadedKey = 'cortexia.reloaded-for'

/** After a deployment an open page may ask for a chunk that is gone: reload once, never in a loop. */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    const page = location.pathname
    // Without network the chunk is not gone, only out of reach, and the page would be too.
    if (!isOnline() || sessionStorage.getItem(reloadedKey) === page) return
    sessionStorage.setItem(reloadedKey, page)
    event.preventDefault()
    location.reload()
  })
}
