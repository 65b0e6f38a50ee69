import type { MessageCode } from '#crypto/index.ts'

/** What the codes of E2EE §7 come down to for a person. */
export type Cause = 'key' | 'altered' | 'version'

const byCode: Partial<Record<MessageCode, Cause>> = {
  locked: 'key',
  no_wrap: 'key',
  unwrap_failed: 'key',
  unknown_version: 'version',
  bad_body: 'version',
}

export function causeOf(code: string): Cause {
  return byCode[code as MessageCode] ?? 'altered'
}
