/** The whole product as `npm start` runs it: a process of its own. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { answers, freePort, inBench, startScript } from './processes.ts'
import { processorTime } from './processor-time.ts'

export interface OurServer extends AsyncDisposable {
  readonly pid: number
  readonly url: string
  readonly anonKey: string
  /** From the start of the process to the first 200 of /readyz, in ms. */
  readonly readyAfter: number
  /** Of it, what the process spent on processors, its threads included. */
  readonly readyProcessorMs: number
}

const main = inBench('../../platform/server/src/main.mjs')
const manifest = JSON.parse(readFileSync(inBench('../../package.json'), 'utf8')) as { scripts: { start: string } }
const startFlags = manifest.scripts.start.match(/--[\w-]+=\d+/g) ?? []

export async function startOurServer(
  settings: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): Promise<OurServer> {
  await using resources = new AsyncDisposableStack()
  const folder = settings['DATA_DIR'] ?? (await temporaryFolder(resources))
  const port = await freePort()
  const env = { PORT: String(port), SEED_DEMO: 'off', LOG_LEVEL: 'error', ...settings, DATA_DIR: folder }
  const started = performance.now()
  const { pid } = resources.use(startScript(main, { env, nodeOptions: [...startFlags, ...nodeOptions] }))
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/readyz`)
  const readyAfter = performance.now() - started
  const readyProcessorMs = await processorTime(pid)
  const { anonKey } = (await (await fetch(`${url}/api/config`)).json()) as { anonKey: string }
  const kept = resources.move()
  return { pid, url, anonKey, readyAfter, readyProcessorMs, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

export async function temporaryFolder(resources: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-data-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}
