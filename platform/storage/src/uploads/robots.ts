/** What whoever uploads a file tells robots of it, where that is theirs to say. */
import { storageErrors } from '../errors.ts'

const rule =
  /^(?:all|indexifembedded|noindex|nofollow|noimageindex|none|nosnippet|notranslate|max-(?:snippet|video-preview) *: *-?\d{1,9}|max-image-preview *: *(?:large|none|standard)|unavailable_after *: *[\w :+-]{1,40})$/i

/** @throws {StorageError} for a rule that no robot knows */
export function checkRobotsTag(header: string): string {
  for (const told of header.split(',').map((part) => part.trim())) {
    if (!rule.test(told)) throw storageErrors.badRobotsTag(told)
  }
  return header
}
