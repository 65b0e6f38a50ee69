const reloadedKey = 'cortexia.reloaded-for'

/** After a deployment an open page may ask for a chunk that is gone: reload once, never in a loop. */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => void reloadForNewBuild())
}

async function reloadForNewBuild(): Promise<void> {
  const page = location.pathname
  if (sessionStorage.getItem(reloadedKey) === page || !(await isOutdated().catch(() => false))) return
  sessionStorage.setItem(reloadedKey, page)
  location.reload()
}

/** Whether the server gives another app than this one. Where nothing answers, the chunk is only out of reach. */
async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
  const response = await fetch('/', { cache: 'no-store' })
  return response.ok && !(await response.text()).includes(entry)
}
