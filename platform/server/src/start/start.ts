/** One process from its settings to its end. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { composeSystem } from '../compose.ts'
import { readEnv, toConfig, type Config } from '../settings/config.ts'
import { createLog } from '../watch/log.ts'
import { startError } from './start-error.ts'
import { startNote } from './start-note.ts'
import { stopOnSignals } from './stop.ts'

const forcedAfterMs = 30_000

/** Returns when the system is ready; ends the process with 1 where that cannot be. */
export async function start(root: string): Promise<void> {
  try {
    await startSystem(readSettings(root))
  } catch (error) {
    process.stderr.write(`${startError(error)}\n`)
    process.exit(1)
  }
}

async function startSystem(config: Config): Promise<void> {
  const log = createLog(config.log)
  const system = composeSystem(config, log)
  stopOnSignals({ system, log, delayMs: config.http.stopDelayMs, forcedAfterMs })
  const { url } = await system
  const ms = performance.now()
  if (config.log.format === 'human') process.stdout.write(startNote(config, url, ms))
  else log.observe({ kind: 'server.ready', url, dataFolder: config.dataFolder, ms })
}

function readSettings(root: string): Config {
  const file = join(root, '.env')
  // What the environment says already wins over the file.
  if (existsSync(file)) process.loadEnvFile(file)
  return toConfig(readEnv(process.env), { root, isTerminal: process.stdout.isTTY })
}
