import * as v from 'valibot'
/**
 * What a link of ours leads to, as its sender's device has seen it: it travels sealed within the message, and whoever
 * reads it asks nobody. Addresses elsewhere have none: a browser may not read them, and the server fetches for nobody.
 */

import { isUuid } from '#data/uuid.ts'

export interface LinkPreview {
  /** On this site, whatever its name. */
  path: string
  title: string
  about: string
  /** A small picture, whole. */
  picture: string | null
}

const largestPicture = 16_000

const Sealed = v.object({
  p: v.pipe(v.string(), v.maxLength(200), v.regex(/^\/(?:post|workflow)\/[0-9a-f-]{36}$/u)),
  t: v.pipe(v.string(), v.minLength(1), v.maxLength(120)),
  a: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  i: v.optional(
    v.pipe(v.string(), v.maxLength(largestPicture), v.regex(/^data:image\/(?:webp|jpeg|png);base64,[\w+/]+=*$/u)),
  ),
})
type SealedPreview = v.InferInput<typeof Sealed>

/** What a member writes is not believed to have the form it should have. */
export function openPreview(sealed: unknown): LinkPreview | null {
  const { success, output } = v.safeParse(Sealed, sealed)
  return success ? { path: output.p, title: output.t, about: output.a, picture: output.i ?? null } : null
}

export function sealPreview({ path, title, about, picture }: LinkPreview): SealedPreview {
  const fits = picture !== null && picture.length <= largestPicture
  return { p: path, t: title.slice(0, 120), a: about.slice(0, 200), ...(fits && { i: picture }) }
}

/** The first address of ours in a text that has something to show: its path. */
export function ownLinkIn(text: string, origin: string): string | null {
  for (const [address] of text.matchAll(/https?:\/\/[^\s<>"«»]+/giu)) {
    const url = URL.parse(address)
    const [, kind = '', id = ''] = /^\/(post|workflow)\/([^/]+?)[.,;:!?)]*$/u.exec(url?.pathname ?? '') ?? []
    if (url?.origin === origin && isUuid(id)) return `/${kind}/${id}`
  }
  return null
}
