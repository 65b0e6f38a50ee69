/**
 * `npm run restore [-- <folder or s3://bucket/prefix>] [--backup id] [--to time] [--replace] [--realm name]
 * [--without-secrets]`: a backup becomes the data of this server, which must be stopped.
 */
import { parseArgs } from 'node:util'

import { BackupError, openVault, restoreBackup } from '@platform/server'

import { asCommand, ownConfig } from './backup-command.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    backup: { type: 'string' },
    to: { type: 'string' },
    replace: { type: 'boolean' },
    realm: { type: 'string' },
    'without-secrets': { type: 'boolean' },
  },
})

await asCommand(async () => {
  const config = ownConfig()
  using vault = openVault(config, positionals[0])
  const started = performance.now()
  const { manifest, files, missing, aside } = await restoreBackup(config, vault, {
    ...(values.backup !== undefined && { id: values.backup }),
    ...(values.to !== undefined && { to: readTime(values.to) }),
    ...(values.realm !== undefined && { realm: values.realm }),
    ...(values.replace && { replaces: true }),
    ...(values['without-secrets'] && { withoutSecrets: true }),
    onStep: (step) => console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(7)} s  ${step}`),
  })
  console.log(
    `${((performance.now() - started) / 1_000).toFixed(1).padStart(7)} s  restored: ${manifest.id}, ${files} files`,
  )
  if (missing.length > 0)
    console.log(`${missing.length} files are in no backup, the first: ${missing.slice(0, 3).join(', ')}`)
  for (const path of aside) console.log(`what was there lies in ${path}`)
})

function readTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new BackupError('missing', `--to ${text} is no time. Write 2026-11-23T18:30:00Z`)
  return time
}
