/** Pictures that pages have kept (data/device/kept-pictures.ts): shown where the network gives none. */
const patienceMs = 4000
const publicPicture = /^\/storage\/v1\/(?:object|render\/image)\/public\/(?!temp-)/

export function isPublicPicture({ destination }: Request, { pathname, searchParams }: URL): boolean {
  return destination === 'image' && publicPicture.test(pathname) && !searchParams.has('token')
}

/** The network's; without it, or where it is silent, the kept one, whatever its width. */
export async function answerPicture(request: Request): Promise<Response> {
  const asked = fetch(request)
  const answer = await Promise.race([asked.catch(() => null), pause(patienceMs)])
  if (answer) {
    if (answer.status === 404 || answer.status === 410) await forget(request.url)
    return answer
  }
  return (await findKept(request.url)) ?? asked
}

async function findKept(url: string): Promise<Response | undefined> {
  return caches.match(new URL(url).pathname, { ignoreSearch: true, ignoreVary: true })
}

async function forget(url: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (!name.startsWith('cx-pictures-')) continue
    const cache = await caches.open(name)
    await cache.delete(new URL(url).pathname, { ignoreSearch: true, ignoreVary: true })
  }
}

function pause(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ms)
  })
}
