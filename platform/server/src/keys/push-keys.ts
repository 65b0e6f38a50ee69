/** Who we are to the push services of browsers (VAPID, RFC 8292): a P-256 key pair, the same for as long as people are subscribed. */

import { createECDH, createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'

import type { Config } from '../settings/config.ts'
import { SettingsError } from '../settings/reader.ts'
import { keepSecret } from './secrets.ts'

export interface PushKeys {
  /** Uncompressed point, base64url: `applicationServerKey` of a browser's subscription. */
  readonly publicKey: string
  readonly privateKey: string
  /** Where a push service finds whoever runs this server. */
  readonly subject: string
}

/** @throws {SettingsError} where VAPID_PRIVATE_KEY is no key */
export async function createPushKeys(config: Config): Promise<PushKeys> {
  const privateKey = await privateKeyOf(config)
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    const expected = 'the 32 bytes of a P-256 private key in base64url'
    throw new SettingsError([{ variable: 'VAPID_PRIVATE_KEY', problem: 'is not on the curve', expected }])
  }
  return { publicKey: pair.getPublicKey('base64url'), privateKey, subject: subjectOf(config) }
}

// Processes that share JWT_SECRET speak for one another without sharing a folder.
async function privateKeyOf({ push, keys, dataFolder }: Config): Promise<string> {
  if (push.privateKey !== undefined) return push.privateKey
  if (keys.jwtSecret !== undefined) return derive(Buffer.from(keys.jwtSecret))
  return keepSecret(join(dataFolder, 'secrets'), 'vapid-key', async () => derive(randomBytes(32)))
}

/** A number of the curve but for one in 2^32 secrets, which is found out at the start. */
function derive(secret: Buffer): string {
  return createHmac('sha256', secret).update('web push vapid').digest('base64url')
}

function subjectOf({ push, http, mail }: Config): string {
  if (push.subject !== undefined) return push.subject
  if (http.publicUrl?.startsWith('https:')) return http.publicUrl
  const address = /<?([^\s<>]+@[^\s<>]+)>?$/.exec(mail?.from ?? '')?.[1]
  return `mailto:${address ?? 'nobody@example.invalid'}`
}
