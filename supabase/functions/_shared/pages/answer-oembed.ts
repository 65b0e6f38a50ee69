/** `?format=oembed&url=…[&maxwidth=…][&maxheight=…]`: a publication for other sites, as a photo of oEmbed 1.0. */
import { de } from '../contract/src/index.ts'
import type { PostHead } from '../contract/src/index.ts'
import { FunctionError, json } from '../respond.ts'
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'
import { ownAddress } from './card.ts'
import { profileAddress } from './page-head.ts'
import { shorten } from './plain-words.ts'
import { findSubject } from './subject.ts'

const cacheSeconds = 3600
const longestSide = 1280

export async function answerOembed(request: Request): Promise<Response> {
  const { searchParams, origin: reached } = new URL(request.url)
  if (searchParams.get('format') === 'xml') throw new FunctionError(501, 'bad_request', 'Only JSON is served here')
  const origin = readSetting(runtimeSettings.publicUrl) ?? reached
  const post = await findPost(searchParams.get('url') ?? '', [origin, reached])
  const box = { width: boundOf(searchParams.get('maxwidth')), height: boundOf(searchParams.get('maxheight')) }
  return json(photoOf(post, box, origin), 200, { 'cache-control': `public, max-age=${cacheSeconds}` })
}

type Pictured = PostHead & {
  readonly image: { readonly url: string; readonly width: number; readonly height: number }
}

/** @throws {FunctionError} 404 for whatever is not a publication of ours that everybody may see, without saying which */
async function findPost(address: string, origins: readonly string[]): Promise<Pictured> {
  const url = URL.canParse(address) ? new URL(address) : null
  const subject = url && origins.includes(url.origin) ? await findSubject(url.pathname) : null
  if (subject?.kind === 'post' && subject.facts.state === 'here' && isPictured(subject.facts)) return subject.facts
  throw new FunctionError(404, 'not_found', 'There is no such publication')
}

const isPictured = (facts: PostHead): facts is Pictured => Boolean(facts.image?.width && facts.image.height)

/** Pixels; what is no number bounds nothing. */
function boundOf(given: string | null): number {
  const bound = Number(given)
  return Number.isInteger(bound) && bound > 0 ? Math.min(bound, longestSide) : longestSide
}

function photoOf({ title, creator, image }: Pictured, box: { width: number; height: number }, origin: string) {
  const author = shorten(creator.display_name, 60)
  const scale = Math.min(1, box.width / image.width, box.height / image.height)
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const variant = ownAddress(image.url, origin).replace('/object/', '/render/image/')
  return {
    version: '1.0',
    type: 'photo',
    title: shorten(title ?? '', 110) || `Image ${de(author)}`,
    author_name: author,
    author_url: profileAddress(creator, origin),
    provider_name: 'Cortexia',
    provider_url: `${origin}/`,
    cache_age: cacheSeconds,
    url: `${variant}?width=${width}&height=${height}&format=webp&quality=80`,
    width,
    height,
  }
}
