const reloadedKey = 'cortexia.reloaded-for'

/** After a deployment an open page may ask for a chunk that is gone: one reload for each build that took one away. */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => void reloadForNewBuild())
}

async function reloadForNewBuild(): Promise<void> {
  const own = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content
  const served = await servedBuild().catch(() => null)
  // Where nothing answers, or the same build, the chunk is only out of reach.
  if (!served || !own || served === own) return
  const change = `${own} ${served}`
  if (sessionStorage.getItem(reloadedKey) === change) return
  sessionStorage.setItem(reloadedKey, change)
  location.reload()
}

async function servedBuild(): Promise<string | null> {
  const { headers } = await fetch('/api/version', { cache: 'no-store' })
  return headers.get('x-build')
}
