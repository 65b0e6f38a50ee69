/** The app's one page, with the public settings written into it, so that a visit needs no request for them. */

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { pageHeaders, type Encoding } from '@platform/http'

import { digest } from './assets.ts'

export interface Page {
  readonly body: Buffer
  readonly encoded: Readonly<Record<Encoding, Buffer>>
  readonly tag: string
  readonly headers: Readonly<Record<string, string>>
}

export interface PageParts {
  readonly html: string
  /** What `/api/config` answers; readable in the page as `#config`. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly wireOrigins: readonly string[]
  readonly mediaOrigin: string | null
  readonly trustedTypes: readonly string[]
  readonly reportTo: string
}

const slot = /<script type="application\/json" id="config">[^<]*<\/script>/

export async function makePage({ html, settings, ...policy }: PageParts): Promise<Page> {
  // A "<" could end the script element early.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="config">${json}</script>`
  const filled = slot.test(html)
    ? html.replace(slot, () => element)
    : html.replace('</head>', () => `${element}</head>`)
  return toPage(filled, pageHeaders({ ...policy, ...inlineHashes(html) }), 9)
}

/** @param quality of the compression, 0 to 9 */
export async function toPage(html: string, headers: Page['headers'], quality: number): Promise<Page> {
  const body = Buffer.from(html)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(body, { level: quality }),
  ])
  return { body, encoded: { br, gzip: gz }, tag: digest(body), headers }
}

/** What the build itself wrote into the page may run; nothing that came later can be among it. */
export function inlineHashes(html: string): { scriptHashes: string[]; styleHashes: string[] } {
  const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[^]*?)<\/script>/g)].filter(
    ({ groups }) => !/\ssrc=|type="application\/json"/.test(groups?.['attributes'] ?? ''),
  )
  const styles = [...html.matchAll(/<style[^>]*>(?<text>[^]*?)<\/style>/g)]
  const hash = ({ groups }: RegExpExecArray) =>
    `'sha256-${createHash('sha256')
      .update(groups?.['text'] ?? '')
      .digest('base64')}'`
  return { scriptHashes: scripts.map(hash), styleHashes: styles.map(hash) }
}
