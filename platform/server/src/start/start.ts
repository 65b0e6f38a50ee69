/** One process from its settings to its end. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { composeSystem } from '../compose.ts'
import { migrateOnly } from '../nodes/open-nodes.ts'
import { readConfig, type Config } from '../settings/config.ts'
import type { Area } from '../settings/reader.ts'
import { createLog } from '../watch/log.ts'
import { giveMemoryBack, usualSpareMemory } from '../watch/spare-memory.ts'
import { startError, startNote } from './start-words.ts'
import { outliveRejections, stopOnSignals } from './stop.ts'

const forcedAfterMs = 30_000

/** Returns when the system is ready; ends the process with 1 where that cannot be. */
export async function start(root: string): Promise<void> {
  try {
    await startSystem(await readSettings(root))
  } catch (error) {
    process.stderr.write(`${startError(error)}\n`)
    process.exit(1)
  }
}

async function startSystem(config: Config): Promise<void> {
  const log = createLog(config.log)
  if (config.roles.includes('migrate')) {
    await migrateOnly(config, (observation) => log.observe(observation))
    log.flush()
    process.exit(0)
  }
  const system = composeSystem(config, log)
  stopOnSignals({ system, log, delayMs: config.http.stopDelayMs, forcedAfterMs })
  const { url, observe } = await system
  outliveRejections(observe)
  giveMemoryBack(usualSpareMemory, (event) => log.observe(event))
  const ms = performance.now()
  if (config.log.format === 'human') process.stdout.write(startNote(config, url, ms))
  else log.observe({ kind: 'server.ready', url, dataFolder: config.dataFolder, ms })
}

async function readSettings(root: string): Promise<Config> {
  const file = join(root, '.env')
  // What the environment says already wins over the file.
  if (existsSync(file)) process.loadEnvFile(file)
  const productAreas = await readProductAreas(root)
  return readConfig(process.env, { root, isTerminal: process.stdout.isTTY, productAreas })
}

/** `supabase/settings.ts`: what the product's functions read, to be refused before anything starts. */
async function readProductAreas(root: string): Promise<readonly Area[]> {
  const file = join(root, 'supabase', 'settings.ts')
  if (!existsSync(file)) return []
  const { productAreas } = (await import(pathToFileURL(file).href)) as { readonly productAreas: readonly Area[] }
  return productAreas
}
