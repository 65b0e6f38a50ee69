/** What whoever uploads a file tells robots of it, where that is theirs to say. */
import { storageErrors } from '../errors.ts'

const rule =
  /^(?:all|indexifembedded|noindex|nofollow|noimageindex|none|nosnippet|notranslate|max-(?:snippet|video-preview) *: *(?:-1|\d{1,9})|max-image-preview *: *(?:large|none|standard))$/i
const dated = /^unavailable_after *: *([\w :,.+-]{1,60})$/i
/** Of one robot: a rule of its own, and those behind it. */
const named = /^(?!unavailable_after|max-)[\w.*-]{1,60} *: *(?=[^ ])/i

/** @throws {StorageError} for a rule that no robot knows */
export function checkRobotsTag(header: string): string {
  const rules = header
    .replace(/, *$/, '')
    .split(',')
    .map((part) => part.trim().replace(named, ''))
  for (let at = 0; at < rules.length; at += 1) {
    const told = rules[at] ?? ''
    if (rule.test(told) || isDated(told)) continue
    // NOTE: a date may have a comma behind its day: `Wed, 03 Dec 2025 13:09:53 GMT`.
    if (!isDated(`${told}, ${rules[at + 1]}`)) throw storageErrors.badRobotsTag(told)
    at += 1
  }
  return header
}

const isDated = (told: string) => !Number.isNaN(Date.parse(dated.exec(told)?.[1] ?? ''))
