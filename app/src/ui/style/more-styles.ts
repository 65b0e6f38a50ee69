/** The stylesheet of all that is not on the first page (app/build/styles); in development there is one for everything. */
let whole: Promise<void> | undefined

/** Rejects where the network drops it, and is asked for again by the next who need it. */
export function moreStyles(): Promise<void> {
  whole ??= load().catch((error: unknown) => {
    whole = undefined
    throw error
  })
  return whole
}

async function load(): Promise<void> {
  const named = document.querySelector<HTMLLinkElement>('link[data-more]')
  if (!named) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = named.crossOrigin
  link.href = named.href
  try {
    await new Promise((resolve, reject) => {
      link.addEventListener('load', resolve)
      link.addEventListener('error', () => reject(new Error('The styles did not come')))
      named.after(link)
    })
  } catch (error) {
    link.remove()
    throw error
  }
}
