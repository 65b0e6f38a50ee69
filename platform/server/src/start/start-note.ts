import { networkInterfaces } from 'node:os'
import { relative } from 'node:path'
import { styleText } from 'node:util'

import type { Config } from '../settings/config.ts'

/** What a person reads when the server is there: where, what it keeps where, and what stands in for the real thing. */
export function startNote(config: Config, url: string, ms: number): string {
  const { port, protocol } = new URL(config.http.publicUrl ?? url)
  const addresses = [config.http.publicUrl ?? url.replace('//127.0.0.1:', '//localhost:')]
  if (config.http.host === '0.0.0.0')
    addresses.push(...lanAddresses().map((address) => `${protocol}//${address}:${port}`))
  const near = relative(process.cwd(), config.dataFolder)
  const folder = near === '' || near.startsWith('..') ? config.dataFolder : near
  const facts = [
    ['data', folder],
    ['database', config.database.kind === 'embedded' ? 'built in' : 'DATABASE_URL'],
    ...config.product.notes,
    ['mail', config.mail ? `sent from ${config.mail.from}` : `kept in ${folder}/outbox${trust(config)}`],
  ]
  const lines = facts.map(([name = '', fact]) => `  ${styleText('gray', name.padEnd(9))} ${fact}`)
  const title = `  ${styleText('bold', addresses.join('  '))}  ${styleText('gray', `ready in ${(ms / 1_000).toFixed(1)} s`)}`
  return `\n${[title, ...lines].join('\n')}\n\n`
}

function trust({ auth }: Config): string {
  return (auth.email.autoconfirm ?? true) ? ', addresses count as confirmed' : ''
}

function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}
