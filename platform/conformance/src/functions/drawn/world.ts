/** functions/v1 over a folder of the drawn cases' functions, in a process of its own: Node's hooks are none of vitest's. */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'

import { FunctionsClient } from '@supabase/functions-js'

import { functions } from './functions.ts'
import { secondFunctions } from './second-functions.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')

export const RIGHT_KEY = 'right.key.signed'
export const WRONG_KEY = 'wrong.key.signed'

interface AskInit extends RequestInit {
  readonly headers?: Record<string, string>
}

export interface FunctionsWorld extends AsyncDisposable {
  /** Ends with `/functions/v1`. */
  readonly url: string
  /** The official client, with that key. */
  client(options?: ConstructorParameters<typeof FunctionsClient>[1]): FunctionsClient
  fetch(path: string, init?: AskInit): Promise<Response>
}

export async function functionsWorld(): Promise<FunctionsWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'drawn-functions-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries({ ...functions, ...secondFunctions })) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  // As `npm install` lays out a workspace.
  const workspace = join(folder, 'commonjs-workspace')
  await mkdir(join(workspace, 'node_modules'))
  for (const name of ['cat', 'dog'])
    await symlink(join(workspace, 'packages', name), join(workspace, 'node_modules', name))
  const server = spawn(
    process.execPath,
    [join(root, 'platform/functions/testing/serve-folder.ts'), folder, RIGHT_KEY],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const { value: origin } = await createInterface(server.stdout)[Symbol.asyncIterator]().next()
  const url = `${String(origin)}/functions/v1`
  return {
    url,
    client: (options = {}) => new FunctionsClient(url, options),
    fetch: (path, init = {}) =>
      fetch(`${url}/${path}`, { ...init, headers: { authorization: `Bearer ${RIGHT_KEY}`, ...init.headers } }),
    [Symbol.asyncDispose]: async () => {
      server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
