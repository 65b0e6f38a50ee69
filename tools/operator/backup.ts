/**
 * `npm run backup [-- <folder or s3://bucket/prefix>] [--rows] [--secrets | --no-secrets]`: a copy of database and files,
 * beside a running server or without one. `--list` shows those there are, `--verify [id]` reads one whole.
 */
import { parseArgs } from 'node:util'

import { chooseBackup, listBackups, makeBackup, openVault, readManifest, verifyBackup } from '@platform/server'

import { asCommand, ownConfig } from './backup-command.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'boolean' },
    secrets: { type: 'boolean' },
    'no-secrets': { type: 'boolean' },
    list: { type: 'boolean' },
    verify: { type: 'boolean' },
    backup: { type: 'string' },
  },
})

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

await asCommand(async () => {
  const config = ownConfig()
  using vault = openVault(config, positionals[0])
  if (values.list) {
    for (const id of await listBackups(vault)) console.log(line(await readManifest(vault, id)))
    return
  }
  const isNew = values.verify !== true
  const started = performance.now()
  const choices = {
    ...(values.rows && { asRows: true }),
    ...(values.secrets && { withSecrets: true }),
    ...(values['no-secrets'] && { withSecrets: false }),
  }
  const wanted = values.backup === undefined ? {} : { id: values.backup }
  const manifest = isNew ? await makeBackup(config, vault, choices) : await chooseBackup(vault, wanted)
  console.log(line(manifest))
  const made = performance.now()
  if (isNew) console.log(`made in ${seconds(made - started)}`)
  await verifyBackup(vault, manifest)
  console.log(`every byte read again in ${seconds(performance.now() - made)}: as it was written`)
})

function line({ id, release, realm, database, files, secrets }: Awaited<ReturnType<typeof readManifest>>): string {
  const size = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`
  const missing = files.missing === 0 ? '' : `, ${files.missing} files missing`
  return (
    `${id}  ${release}  ${realm}  ${database.kind === 'cluster' ? 'database' : 'rows'} ${size(database.size)}, ` +
    `${files.count} files ${size(files.bytes)}${missing}, ${secrets === null ? 'without' : 'with'} secrets`
  )
}
