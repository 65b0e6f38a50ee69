import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { NodeOptions } from './node-process.ts'

export interface SpawnedNode {
  readonly origin: string
  /** As `kill -9` does. */
  kill(): Promise<void>
}

/** A node in a process of its own. */
export async function spawnNode(options: NodeOptions): Promise<SpawnedNode> {
  const file = fileURLToPath(new URL('./node-process.ts', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [origin] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    origin: origin.toString().trim(),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
