/**
 * What other apps share with this one: kept for an hour, until the create form has asked whether it is wanted. Any site can
 * send here, so that what comes starts nothing, and few such things are kept at a time.
 */
const cacheName = 'cx-share'
const lastingMs = 3_600_000
const most = { files: 3, bytes: 10_000_000, characters: 2000, shares: 5 }
const ownPost = /^\/post\/[\w-]+$/u

const beginnings: readonly (readonly [type: string, bytes: RegExp])[] = [
  ['image/png', /^\u0089PNG\r\n/u],
  ['image/jpeg', /^\u00ff\u00d8\u00ff/u],
  ['image/webp', /^RIFF[^]{4}WEBP/u],
]

export const shareTarget = '/share-target'

/** Answers where the page is that asks about it. */
export async function takeShare(request: Request): Promise<Response> {
  try {
    const form = await request.formData()
    const given = form.getAll('files').filter((entry): entry is File => typeof entry !== 'string' && entry.size > 0)
    const words = ['title', 'text', 'url'].map((name) => form.get(name)).filter((entry) => typeof entry === 'string')
    const post = given.length === 0 ? words.map(postOf).find((path) => path !== null) : undefined
    if (post) return leadTo(post)
    return leadTo(`/?modal=create&shared=${await keep(given, words)}`)
  } catch {
    // Cut on the way, or no room.
    return leadTo('/?modal=create&shared=lost')
  }
}

export async function dropOldShares(): Promise<void> {
  if (!(await caches.has(cacheName))) return
  const cache = await caches.open(cacheName)
  for (const request of await cache.keys()) {
    const at = Number(new URL(request.url).searchParams.get('at'))
    if (Math.abs(Date.now() - at) > lastingMs) await cache.delete(request)
  }
}

async function keep(given: readonly File[], words: readonly string[]): Promise<string> {
  await dropOldShares()
  const cache = await caches.open(cacheName)
  const pictures: { file: File; type: string }[] = []
  for (const file of given) {
    const type = file.size <= most.bytes ? await typeOf(file) : null
    if (type !== null && pictures.length < most.files) pictures.push({ file, type })
  }
  const id = crypto.randomUUID()
  const entry = (part: string) => `/shared/${id}/${part}?at=${Date.now()}`
  for (const [place, { file, type }] of pictures.entries()) {
    await cache.put(entry(String(place)), new Response(file, { headers: { 'content-type': type } }))
  }
  const text = Array.from(words.filter(Boolean).join('\n')).slice(0, most.characters).join('')
  const facts = { text, files: pictures.length, refused: given.length - pictures.length }
  await cache.put(entry('facts'), Response.json(facts))
  await dropBeyond(cache)
  return id
}

/** The oldest go first. */
async function dropBeyond(cache: Cache): Promise<void> {
  const requests = await cache.keys()
  const idOf = ({ url }: Request) => new URL(url).pathname.split('/')[2]
  const staying = new Set([...new Set(requests.map(idOf))].slice(-most.shares))
  for (const request of requests) if (!staying.has(idOf(request))) await cache.delete(request)
}

/** By what it begins with, whatever it is called. */
async function typeOf(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const beginning = String.fromCodePoint(...bytes)
  return beginnings.find(([, pattern]) => pattern.test(beginning))?.[0] ?? null
}

/** The path of a post of ours, where that is all it says. */
function postOf(words: string): string | null {
  const url = URL.canParse(words.trim()) ? new URL(words.trim()) : null
  return url?.origin === location.origin && ownPost.test(url.pathname) ? url.pathname : null
}

function leadTo(path: string): Response {
  return Response.redirect(new URL(path, location.origin).href, 303)
}
