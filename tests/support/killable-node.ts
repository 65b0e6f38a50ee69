/** The whole product as a process of its own, which may be killed and started again on its port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const main = join(import.meta.dirname, '..', '..', 'platform', 'server', 'src', 'main.mjs')

export class KillableNode implements AsyncDisposable {
  readonly url: string
  readonly #environment: Record<string, string>
  #child: ChildProcess | null = null
  /** It answers, as far as is known. */
  isUp = false

  private constructor(port: number, environment: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`
    this.#environment = { ...environment, PORT: String(port), SEED_DEMO: 'off' }
  }

  /** Not started yet. Nodes that share a database, a folder and a secret are one system. */
  static async create(environment: Record<string, string>): Promise<KillableNode> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    server.close()
    await once(server, 'close')
    return new KillableNode(port, environment)
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [main], {
      env: { ...process.env, LOG_LEVEL: 'silent', ...this.#environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    this.#child = child
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The node ended with ${child.exitCode}`)
      const answer = await fetch(`${this.url}/readyz`).catch(() => null)
      if (answer?.status === 200) break
      await delay(50)
    }
    this.isUp = true
  }

  /** SIGKILL, as the machine or the kernel would; or SIGTERM, as an operator. */
  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.isUp = false
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
  }

  async anonKey(): Promise<string> {
    const { anonKey } = (await (await fetch(`${this.url}/api/config`)).json()) as { anonKey: string }
    return anonKey
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL')
  }
}
