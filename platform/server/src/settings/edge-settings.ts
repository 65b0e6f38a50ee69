/** A CDN in front of public files. */

import type { EdgeSettings } from '@platform/storage'

import { publicAddress } from './process-settings.ts'
import { area, secret, webAddress, type SettingsReader } from './reader.ts'

export interface EdgeRead {
  /** Null where copies of public files are not kept for long elsewhere. */
  readonly edge: EdgeSettings | null
  /** Where people fetch public files, when not from the server itself. */
  readonly mediaUrl: string | null
}

const edgeSettings = {
  mediaUrl: {
    name: 'MEDIA_URL',
    form: publicAddress,
    unset: 'the server itself',
    words: 'A CDN that asks this server: where people fetch public pictures.',
  },
  purgeUrl: {
    name: 'MEDIA_PURGE_URL',
    form: webAddress('https://host/path'),
    unset: 'caches ask again after a minute',
    words:
      'Where that CDN is told, by POST, what to forget: it then keeps public pictures for a year. See docs/deploying.md for Cloudflare, Fastly and Varnish.',
  },
  purgeToken: {
    name: 'MEDIA_PURGE_TOKEN',
    form: secret('a key that may purge there', /^\S+$/),
    words: 'Our key there.',
  },
}

export const edgeArea = area({
  title: 'Public pictures from a CDN',
  settings: edgeSettings,
  check({ purgeToken }, refusals) {
    if (purgeToken !== undefined) refusals.require(edgeSettings.purgeUrl, edgeSettings.purgeToken.name)
  },
})

export function readEdge(settings: SettingsReader): EdgeRead {
  const { mediaUrl = null, purgeUrl, purgeToken = null } = settings.readArea(edgeArea)
  return { edge: purgeUrl === undefined ? null : { purgeUrl, purgeToken }, mediaUrl }
}
