/** Rows written before encryption (`iv = 'simple'`): which of them hold a text, and which what an old client sealed. */
import { fromUtf8 } from '../bytes.ts'
import type { MessageRow } from '../rows.ts'

const looksSealed = /^[A-Za-z0-9+/_-]{44,}={0,2}$/
/** Control characters but those of ordinary texts. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unreadable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/

/** `text` is shown as it is, never as HTML; null where the original stays masked (E2EE §2.5). */
export function readLegacy({ encrypted_content: content }: Pick<MessageRow, 'encrypted_content'>): {
  text: string | null
} {
  return { text: isSealedJson(content) || (looksSealed.test(content) && !isReadable(content)) ? null : content }
}

function isReadable(text: string): boolean {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return !unreadable.test(fromUtf8(Uint8Array.from(binary, (letter) => letter.charCodeAt(0))))
  } catch {
    return false
  }
}

function isSealedJson(text: string): boolean {
  if (!text.startsWith('{')) return false
  try {
    const value: unknown = JSON.parse(text)
    return ['ciphertext', 'encrypted', 'iv'].some((key) => Object.hasOwn(value as object, key))
  } catch {
    return false
  }
}
