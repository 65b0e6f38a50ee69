/** Backups, as commands and the server's own clock use them. */
import { isAbsolute, join } from 'node:path'

import type { Config } from '../settings/config.ts'
import { BackupError } from './backup-error.ts'
import { openPlace } from './place.ts'
import { createSeal } from './seal.ts'
import { Vault } from './vault.ts'

/** @param to where BACKUP_TO is not meant */
export function openVault({ backup, product }: Config, to = backup.to): Vault {
  if (to === null)
    throw new BackupError('missing', 'Say where backups lie: BACKUP_TO, or a folder or s3://bucket/prefix')
  const place = to.startsWith('s3://') || isAbsolute(to) ? to : join(product.root, to)
  return new Vault(openPlace(place, backup.s3), createSeal(backup.passphrase))
}
