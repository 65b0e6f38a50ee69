/** Texts that the database keeps but cannot read: encrypted with a key that only the processes of this server have. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Sealer {
  seal(text: string): string
  /** Null for what was sealed with other secrets, or changed since. */
  open(sealed: string): string | null
}

/** The first secret seals, any of them opens: a secret that was added later does not lose what was sealed before. */
export function createSealer(secrets: readonly [string, ...string[]]): Sealer {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'auth/v1 seal', KEY_BYTES)))
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, keys[0]!, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      for (const key of keys) {
        const text = tryOpen(key, bytes)
        if (text !== null) return text
      }
      return null
    },
  }
}

function tryOpen(key: Buffer, bytes: Buffer): string | null {
  const tagEnd = NONCE_BYTES + TAG_BYTES
  if (bytes.length < tagEnd) return null
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
