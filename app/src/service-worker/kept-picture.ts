/** Pictures that pages have kept (data/device/kept-pictures.ts): shown where the network gives none. */
const patienceMs = 4000
const any = { ignoreSearch: true, ignoreVary: true }
const publicPicture = /^\/storage\/v1\/(?:object|render\/image)\/public\/(?!temp-)/
/**
 * How this browser asks for what it shows. A page that asks for the same picture to keep it says « anything », for which
 * the server makes a lossless one, twenty times as heavy, and which the browser's own store takes for another answer.
 */
let asksFor: string | null = null

export function isPublicPicture({ destination, cache }: Request, { pathname, searchParams }: URL): boolean {
  const isWanted = destination === 'image' || cache === 'force-cache'
  return isWanted && publicPicture.test(pathname) && !searchParams.has('token')
}

/** To be shown: the network's; without it, or where it is silent, the kept one, whatever its width. */
export async function answerPicture(request: Request): Promise<Response> {
  if (request.destination !== 'image') return answerKeeper(request)
  asksFor = request.headers.get('accept')
  const asked = fetch(request)
  const answer = await Promise.race([asked.catch(() => null), pause(patienceMs)])
  if (answer) {
    if (answer.status === 404 || answer.status === 410) await forget(request.url)
    return answer
  }
  return (await findKept(request.url)) ?? asked
}

/** To a page that keeps it: not before something was shown, as on a first visit. */
async function answerKeeper(request: Request): Promise<Response> {
  if (asksFor === null) return new Response(null, { status: 204 })
  return fetch(new Request(request, { headers: { accept: asksFor } }))
}

async function findKept(url: string): Promise<Response | undefined> {
  return caches.match(new URL(url).pathname, any)
}

async function forget(url: string): Promise<void> {
  const { pathname } = new URL(url)
  for (const cacheName of await caches.keys()) {
    // To open one that is being deleted, as at a sign-out, would be to make it anew.
    if (!cacheName.startsWith('cx-pictures-') || !(await caches.match(pathname, { ...any, cacheName }))) continue
    const cache = await caches.open(cacheName)
    await cache.delete(pathname, any)
  }
}

function pause(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ms)
  })
}
