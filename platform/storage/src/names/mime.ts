/** Media types: which a bucket takes, and as what a stored one may be shown. */
import { storageErrors } from '../errors.ts'

const typePattern = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\w !#$&^.,:;/+-]*"))*$/
const allowedPattern = /^(?:\*|[\w!#$&^.+-]+)\/(?:\*|[\w!#$&^.+-]+)(?:;.*)?$/

/** @throws {StorageError} InvalidMimeType for what no header could carry */
export function checkType(type: string): string {
  if (type.length > 255 || !typePattern.test(type))
    throw storageErrors.unsupportedType(JSON.stringify(type).slice(1, 80))
  return type
}

/** @throws {StorageError} InvalidMimeType for a pattern that is neither `x/y` nor `x/*` */
export function checkAllowedTypes(types: readonly string[]): void {
  for (const type of types) if (!allowedPattern.test(type)) throw storageErrors.unsupportedType(type)
}

/** Parameters belong to the subtype: a bucket of `image/png` does not take `image/png; charset=x`. */
export function isTypeAllowed(type: string, allowed: readonly string[] | null): boolean {
  if (allowed === null || allowed.length === 0) return true
  const [main = '', sub = ''] = splitType(type)
  return allowed.some((pattern) => {
    const [allowedMain, allowedSub] = splitType(pattern)
    return (allowedMain === '*' || allowedMain === main) && (allowedSub === '*' || allowedSub === sub)
  })
}

function splitType(type: string): readonly string[] {
  const slash = type.indexOf('/')
  return [type.slice(0, slash), type.slice(slash + 1)].map((part) => part.trim().toLowerCase())
}

/** Without parameters, in lower case. */
export function bareType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/**
 * HTML never leaves as HTML (WIRE §3.6), nor scripts and styles as such: with `nosniff`, no browser then runs them, not
 * even one that does not say what it wants them for.
 */
export function servedType(type: string): string {
  return type.replace(
    /^(?:text\/(?:html|css)|(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script[\d.]*)(?=$|[\s;])/i,
    'text/plain',
  )
}

const passivePattern = /^(?:image\/(?:png|jpeg|webp|avif|gif|bmp)|video\/(?!vnd)[\w.-]+|audio\/[\w.-]+)$/

/** Types that hold no code in any browser; all others are offered as a download and not opened. */
export function isPassive(type: string): boolean {
  return passivePattern.test(bareType(type))
}

const activePattern =
  /^(?:text\/(?:html|css|xml|xsl|vbscript)|application\/(?:xml|xslt|wasm)|[^/]+\/[^/]*(?:script|\+xml)[^/]*|multipart\/.*|message\/.*)$/

/** Types that a browser would run, style with, or render as a document of its own. */
export function isActive(type: string): boolean {
  return activePattern.test(bareType(type))
}
