/** What a failure of the vault or of the wire means to its person. */
import { VaultError } from '#crypto/index.ts'
import { DataError } from '#data/rest.ts'

import type { keysMessages } from './keys.i18n.ts'
import { PasskeyError } from './secret/passkey-secret.ts'

type Words = (typeof keysMessages)['fr']

const byCode: Readonly<Record<string, keyof Words>> = {
  bad_code: 'wrongCode',
  wrong_secret: 'wrongSecret',
  no_slot: 'wrongSecret',
  kdf_params: 'wrongSecret',
  bundle_rollback: 'rollback',
  bad_legacy_key: 'badLegacyKey',
  bad_link: 'linkLost',
  storage: 'storage',
  stale_backup: 'otherDevice',
  too_many_backup_reads: 'tooOften',
  no_backup: 'noBackup',
  sign_in_again: 'signInTitle',
  too_many_backups: 'tooManyBackups',
  bad_bundle: 'damagedBackup',
}

export function explainFailure(error: unknown, words: Words): string {
  if (error instanceof PasskeyError) return words.passkeyFailed
  const code = error instanceof VaultError ? error.code : error instanceof DataError ? error.hint : undefined
  const known = words[byCode[code ?? ''] ?? 'generic']
  if (error instanceof DataError && error.isRetryable) return words.network
  return typeof known === 'string' ? known : words.generic
}
