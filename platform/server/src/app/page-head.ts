/** What a page says about itself to those that do not run the app: link previews and search engines. */

type PageStatus = 200 | 404 | 410

export interface PageHead {
  /** Of the page's answer. */
  readonly status: PageStatus
  readonly title: string
  readonly canonical: string | null
  readonly meta: readonly MetaElement[]
  readonly links: readonly LinkElement[]
}

interface MetaElement {
  /** `property` is what Open Graph calls a name. */
  readonly attribute: 'name' | 'property'
  readonly key: string
  readonly content: string
}

interface LinkElement {
  readonly rel: string
  readonly href: string
  readonly type: string | null
  readonly title: string | null
}

const keyForm = /^[a-z][\w:.-]{0,63}$/i
const relForm = /^(?:alternate|author|license|me)$/
const most = { title: 300, content: 2_000, elements: 40 }

/**
 * Reads `{ status, title, canonical?, meta: [{ name | property, content }], links: [{ rel, href, type?, title? }] }`.
 * Null where it is anything else: what is written into a page is written as it should be or not at all.
 */
export function readPageHead(value: unknown): PageHead | null {
  if (!isRecord(value)) return null
  const { status, title, canonical = null, meta = [], links = [] } = value
  if (!isStatus(status) || !isText(title, most.title)) return null
  if (canonical !== null && !isAddress(canonical)) return null
  const metas = readAll(meta, readMeta)
  const linked = readAll(links, readLink)
  if (metas === null || linked === null) return null
  return { status, title, canonical, meta: metas, links: linked }
}

function readAll<T>(value: unknown, read: (element: Readonly<Record<string, unknown>>) => T | null): T[] | null {
  if (!Array.isArray(value) || value.length > most.elements) return null
  const elements = value.map((element: unknown) => (isRecord(element) ? read(element) : null))
  return elements.every((element) => element !== null) ? elements : null
}

function readMeta({ name, property, content }: Readonly<Record<string, unknown>>): MetaElement | null {
  const key = name ?? property
  if (!isText(key, 64) || !keyForm.test(key) || !isText(content, most.content)) return null
  return { attribute: name === undefined ? 'property' : 'name', key, content }
}

function readLink({ rel, href, type = null, title = null }: Readonly<Record<string, unknown>>): LinkElement | null {
  if (!isText(rel, 64) || !relForm.test(rel) || !isAddress(href)) return null
  if (!(type === null || isText(type, 100)) || !(title === null || isText(title, most.title))) return null
  return { rel, href, type, title }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isStatus = (value: unknown): value is PageStatus => [200, 404, 410].includes(value as number)
const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest
const isAddress = (value: unknown): value is string => isText(value, 2_000) && /^https?:\/\/[^\s]+$/.test(value)

/** The page with that head: its own title goes, and what it said under the same names. */
export function withHead(html: string, { title, canonical, meta, links }: PageHead): string {
  const named = new Set(meta.filter(({ attribute }) => attribute === 'name').map(({ key }) => key.toLowerCase()))
  const elements = [
    ...(canonical === null ? [] : [`<link rel="canonical" href="${escapeText(canonical)}" />`]),
    ...meta.map(({ attribute, key, content }) => `<meta ${attribute}="${key}" content="${escapeText(content)}" />`),
    ...links.map(({ rel, href, type, title: said }) => {
      const more = Object.entries({ type, title: said }).filter((pair): pair is [string, string] => pair[1] !== null)
      return `<link rel="${rel}" href="${escapeText(href)}"${more.map(([key, text]) => ` ${key}="${escapeText(text)}"`).join('')} />`
    }),
  ]
  return html
    .replaceAll(/[ \t]*<meta\s+name="([^"]*)"[^>]*>\n?/g, (element, name: string) =>
      named.has(name.toLowerCase()) ? '' : element,
    )
    .replace(/<title>[^<]*<\/title>/, () => [`<title>${escapeText(title)}</title>`, ...elements].join('\n    '))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// No control character belongs into a page; XML's rule is the stricter one, and crawlers read pages as they like.
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
