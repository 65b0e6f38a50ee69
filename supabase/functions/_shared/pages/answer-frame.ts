/**
 * `?format=frame&url=…`: a publication as a small page for a frame on any site, without a script. What a visitor may not see
 * is not in it. Its address says nothing of who reads it where.
 */
import { de } from '../contract/src/index.ts'
import type { PostHead } from '../contract/src/index.ts'
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'
import { ownAddress } from './card.ts'
import { answerPage, escapeHtml } from './html-page.ts'
import { headOf, profileAddress } from './page-head.ts'
import { shorten } from './plain-words.ts'
import { findSubject } from './subject.ts'

const cacheSeconds = 300
/** Twice as wide as the frame that the app proposes. */
const widest = 960

const style = `html,body{margin:0;height:100%}
body{display:grid;grid-template-rows:minmax(0,1fr) auto;background:#fdfbf8;color:#14162b;font:15px/1.35 system-ui,sans-serif;overflow:hidden}
img{display:block;width:100%;height:100%;object-fit:contain}
p{display:flex;gap:4px 12px;flex-wrap:wrap;align-items:baseline;justify-content:space-between;margin:0;padding:10px 14px}
p:only-child{align-content:center;justify-content:center}
a{color:inherit}
a.on{font-weight:600}
@media(prefers-color-scheme:dark){body{background:#0f132b;color:#f4f1ec}}`

export async function answerFrame(request: Request): Promise<Response> {
  const { searchParams, origin: reached } = new URL(request.url)
  const origin = readSetting(runtimeSettings.publicUrl) ?? reached
  const address = searchParams.get('url') ?? ''
  const url = URL.canParse(address) ? new URL(address) : null
  const isOurs = url !== null && [origin, reached].includes(url.origin)
  const subject = isOurs ? await findSubject(url.pathname) : null
  if (subject?.kind !== 'post')
    return page(origin, 404, 'Cette publication est introuvable', line(link(`${origin}/`, 'Cortexia')))
  const { status, title } = headOf(subject, origin)
  const post = `${origin}/post/${subject.id}`
  if (subject.facts.state !== 'here') {
    const words = status === 200 ? link(post, 'Voir sur Cortexia') : `<span>${escapeHtml(title)}</span>`
    return page(origin, status, title, line(words))
  }
  return page(origin, 200, title, shown(subject.facts, post, origin))
}

function shown({ title, creator, image, alt_text: alt }: PostHead, post: string, origin: string): string {
  const author = shorten(creator.display_name, 60)
  const named = shorten(title ?? '', 80) || `Image ${de(author)}`
  const words = line(
    `<span>${escapeHtml(named)} · ${link(profileAddress(creator, origin), author)}</span>`,
    link(post, 'Voir sur Cortexia', 'on'),
  )
  if (image === null) return words
  const source = `${ownAddress(image.url, origin).replace('/object/', '/render/image/')}?width=${widest}&format=webp&quality=80`
  const picture = `<img src="${escapeHtml(source)}" alt="${escapeHtml(shorten(alt ?? '', 400) || named)}">`
  return `<a href="${escapeHtml(post)}" target="_blank" rel="noopener">${picture}</a>\n${words}`
}

const line = (...parts: readonly string[]) => `<p>${parts.join('\n')}</p>`

function link(address: string, words: string, kind?: string): string {
  const named = kind === undefined ? '' : ` class="${kind}"`
  return `<a${named} href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(words)}</a>`
}

function page(origin: string, status: number, title: string, body: string): Response {
  const robots = 'noindex, noai, noimageai'
  return answerPage({ title, body, style, origin, ancestors: '*', robots, status, cacheSeconds })
}
