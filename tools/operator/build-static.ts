/**
 * `npm run build:static -- --server https://api.example [--to app/dist-static]`: the built app as a folder for a host of files,
 * with the settings of that running server. For a hosted project: `--url https://….supabase.co --key <public key>` instead.
 */
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'

import { settingsFrom, StaticSiteError, writeStaticSite } from '@platform/server'

import { root } from '../run-command.ts'

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
    media: { type: 'string' },
    to: { type: 'string', default: join(root, 'app', 'dist-static') },
  },
})
const { server, url, key, media, to } = values
try {
  if (server === undefined && (url === undefined || key === undefined))
    throw new StaticSiteError('--server is needed, or --url and --key')
  const settings =
    server === undefined
      ? { supabaseUrl: url ?? '', anonKey: key ?? '', appEnv: 'production' as const, vapidPublicKey: '' }
      : await settingsFrom(server)
  const count = await writeStaticSite({
    root,
    appFolder: join(root, 'app', 'dist'),
    to,
    settings: { ...settings, ...(media !== undefined && { mediaUrl: media }) },
  })
  console.log(`${count} files in ${relative(process.cwd(), to)}, for the wires at ${settings.supabaseUrl}`)
} catch (error) {
  if (!(error instanceof StaticSiteError)) throw error
  console.error(`${error.message}.`)
  process.exitCode = 1
}
