/**
 * `?format=list[&page=…]`: the newest publications as a plain page, for whoever has no JavaScript and for crawlers; each page
 * leads to the next by a link, to the end of the list. It holds what a search engine may keep: of what a visitor sees nothing
 * sensitive, and nobody who wants no search engine.
 */
import { anonymousClient } from '../clients.ts'
import { FunctionError } from '../respond.ts'
import { readRows, RpcError } from '../rpc.ts'
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'
import { ownAddress } from './card.ts'
import { answerPage, escapeHtml } from './html-page.ts'
import { profileAddress } from './page-head.ts'
import { shorten } from './plain-words.ts'

const pageSize = 24
const cacheSeconds = 60
const columns =
  'id,cursor,title,prompt,prompt_visible,alt_text,image_url,width,height,rating,creator:profiles!feed_posts_creator_id_fkey(id,username,display_name,noindex)'

interface Entry {
  readonly id: string
  readonly cursor: string | null
  readonly title: string | null
  readonly prompt: string | null
  readonly prompt_visible: boolean
  readonly alt_text: string | null
  readonly image_url: string
  readonly width: number | null
  readonly height: number | null
  readonly rating: number
  readonly creator: { id: string; username: string | null; display_name: string; noindex: boolean } | null
}

const style = `body{margin:0 auto;max-width:1100px;padding:16px;background:#fdfbf8;color:#14162b;font:16px/1.4 system-ui,sans-serif}
a{color:inherit}
ul{list-style:none;padding:0;display:grid;gap:20px;grid-template-columns:repeat(auto-fill,minmax(min(100%,240px),1fr))}
img{display:block;width:100%;height:auto;border-radius:10px;background:#8883}
li a{display:block;margin:6px 0 2px;overflow-wrap:anywhere}
small a{display:inline}
nav{display:flex;gap:12px;flex-wrap:wrap}
nav a{padding:12px 18px;border:1px solid;border-radius:10px;font-weight:600;text-decoration:none}
@media(prefers-color-scheme:dark){body{background:#0f132b;color:#f4f1ec}}`

export async function answerList(request: Request): Promise<Response> {
  const { searchParams, origin: reached } = new URL(request.url)
  const origin = readSetting(runtimeSettings.publicUrl) ?? reached
  const cursor = searchParams.get('page')
  const entries = await readPage(cursor)
  const next = entries.at(-1)?.cursor ?? null
  const shown = entries.filter(({ creator, rating }) => creator !== null && !creator.noindex && rating === 0)
  const links = [
    cursor === null ? '' : `<a href="${escapeHtml(listAddress(origin, null))}">Première page</a>`,
    next === null ? '' : `<a rel="next" href="${escapeHtml(listAddress(origin, next))}">Page suivante</a>`,
  ]
  const end = next === null ? '<p>Vous avez tout vu.</p>' : ''
  return answerPage({
    title: 'Les dernières publications · Cortexia',
    body: `<h1>Les dernières publications</h1>
<p><a href="${escapeHtml(origin)}/">Cortexia</a> : créez des images avec l’IA, remixez celles des autres.</p>
<ul>
${shown.map((entry) => itemOf(entry, origin)).join('\n')}
</ul>
${end}
<nav aria-label="Pages">${links.join('\n')}</nav>`,
    style,
    origin,
    ancestors: "'none'",
    robots: 'noai, noimageai',
    head: next === null ? '' : `<link rel="next" href="${escapeHtml(listAddress(origin, next))}">\n`,
    cacheSeconds,
  })
}

/** @throws {FunctionError} 400 for what is no page of this list */
async function readPage(cursor: string | null): Promise<readonly Entry[]> {
  const page = { tab: 'latest', cursor, page_size: pageSize }
  return readRows<Entry>(anonymousClient(), 'feed_page', page, columns).catch((error: unknown) => {
    if (error instanceof RpcError && error.hint === 'cursor_invalid')
      throw new FunctionError(400, 'bad_request', 'There is no such page')
    throw error
  })
}

function listAddress(origin: string, cursor: string | null): string {
  const query = new URLSearchParams({ format: 'list', ...(cursor !== null && { page: cursor }) })
  return `${origin}/functions/v1/link-preview?${query.toString()}`
}

function itemOf(
  { id, title, prompt, prompt_visible: isPromptVisible, creator, ...picture }: Entry,
  origin: string,
): string {
  const words = shorten(title ?? (isPromptVisible ? (prompt ?? '') : ''), 120) || 'Image sans titre'
  const post = escapeHtml(`${origin}/post/${id}`)
  const by =
    creator &&
    `<a href="${escapeHtml(profileAddress(creator, origin))}">${escapeHtml(shorten(creator.display_name, 60))}</a>`
  return `<li>${pictureOf(picture, words, post, origin)}<a href="${post}">${escapeHtml(words)}</a><small>par ${by}</small></li>`
}

function pictureOf(
  picture: Pick<Entry, 'image_url' | 'width' | 'height' | 'alt_text'>,
  words: string,
  post: string,
  origin: string,
): string {
  const { image_url: url, width, height, alt_text: alt } = picture
  const source = `${ownAddress(url, origin).replace('/object/', '/render/image/')}?width=480&format=webp&quality=75`
  const size = width === null || height === null ? '' : ` width="${width}" height="${height}"`
  const said = escapeHtml(shorten(alt ?? '', 400) || words)
  return `<a href="${post}"><img loading="lazy"${size} src="${escapeHtml(source)}" alt="${said}"></a>`
}
