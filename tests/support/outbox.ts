import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect } from 'vitest'

interface KeptMessage {
  readonly to: string
  readonly text: string
}

/** The newest message to an address, once there are at least `count` of them. */
export async function messageTo(dataFolder: string, to: string, count = 1): Promise<string> {
  let found: KeptMessage[] = []
  await expect
    .poll(async () => {
      found = (await readOutbox(join(dataFolder, 'outbox'))).filter((message) => message.to === to)
      return found.length
    })
    .toBeGreaterThanOrEqual(count)
  return found.at(-1)!.text
}

/** The one-time code in a message. */
export function codeIn(text: string): string {
  const code = /^\D*\b(\d{6,10})\b/mu.exec(text.replaceAll(/https?:\S+/gu, ''))?.[1]
  if (code === undefined) throw new Error(`No code in ${text}`)
  return code
}

/** The link in a message. */
export function linkIn(text: string): string {
  const link = /https?:\/\/\S+/u.exec(text)?.[0]
  if (link === undefined) throw new Error(`No link in ${text}`)
  return link
}

async function readOutbox(folder: string): Promise<KeptMessage[]> {
  const names = await readdir(folder).catch(() => [])
  const kept = names.filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(kept.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as KeptMessage))
}
