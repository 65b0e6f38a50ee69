/** functions/v1 over a folder of the drawn cases' functions, in a process of its own: Node's hooks are none of vitest's. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'

import { FunctionsClient } from '@supabase/functions-js'

import { functions } from './functions.ts'
import { secondFunctions } from './second-functions.ts'
import { thirdFunctions } from './third-functions.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')

export const RIGHT_KEY = 'right.key.signed'
export const WRONG_KEY = 'wrong.key.signed'

interface AskInit extends RequestInit {
  readonly headers?: Record<string, string>
}

interface Serving {
  /** Ends with `/functions/v1`. */
  readonly url: string
  /** What functions say, line by line. */
  readonly said: AsyncIterator<string>
  /** Has the process come to an end, as an operator does; its exit code. */
  stop(): Promise<number | null>
}

export interface FunctionsWorld extends AsyncDisposable {
  /** Ends with `/functions/v1`. */
  readonly url: string
  /** The official client, with that key. */
  client(options?: ConstructorParameters<typeof FunctionsClient>[1]): FunctionsClient
  fetch(path: string, init?: AskInit): Promise<Response>
  /** The same functions in a process of their own, for whoever stops it. */
  serveApart(): Promise<Serving>
}

async function serveFolder(folder: string): Promise<Serving> {
  const script = join(root, 'platform/functions/testing/serve-folder.ts')
  const server = spawn(process.execPath, [script, folder, RIGHT_KEY], { stdio: ['ignore', 'pipe', 'ignore'] })
  const said = createInterface(server.stdout)[Symbol.asyncIterator]()
  const { value: origin } = await said.next()
  return {
    url: `${String(origin)}/functions/v1`,
    said,
    async stop() {
      const exited = once(server, 'exit')
      server.kill()
      return ((await exited) as [number | null])[0]
    },
  }
}

export async function functionsWorld(): Promise<FunctionsWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'drawn-functions-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries({ ...functions, ...secondFunctions, ...thirdFunctions })) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  // As `npm install` lays out a workspace.
  const workspace = join(folder, 'commonjs-workspace')
  await mkdir(join(workspace, 'node_modules'))
  for (const name of ['cat', 'dog'])
    await symlink(join(workspace, 'packages', name), join(workspace, 'node_modules', name))
  const serving = await serveFolder(folder)
  const { url } = serving
  return {
    url,
    client: (options = {}) => new FunctionsClient(url, options),
    fetch: (path, init = {}) =>
      fetch(`${url}/${path}`, { ...init, headers: { authorization: `Bearer ${RIGHT_KEY}`, ...init.headers } }),
    serveApart: () => serveFolder(folder),
    [Symbol.asyncDispose]: async () => {
      await serving.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
