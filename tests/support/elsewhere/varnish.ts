/** Varnish with a configuration of `ops/varnish`, where this machine has it. */
import { execFile, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const program = '/usr/sbin/varnishd'
export const hasVarnish = existsSync(program)
/** A package of its own: `varnish-modules` in Debian. */
export const hasVarnishTags = hasVarnish && globSync('/usr/lib/{,*/}varnish/vmods/libvmod_xkey.so').length > 0

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export interface Varnish extends AsyncDisposable {
  readonly url: string
  /** Begins to answer for that server. */
  open(serverUrl: string, key?: string): Promise<void>
  /** How many requests it passed on. */
  asked(): Promise<number>
}

export async function startVarnish(configuration: 'media' | 'visitors'): Promise<Varnish> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'varnish-'))
  const source = join(import.meta.dirname, `../../../ops/varnish/${configuration}.vcl`)
  const child = { kill: () => {} }
  return {
    url: `http://127.0.0.1:${port}`,
    async open(serverUrl, key = 'change-me') {
      const file = join(folder, 'own.vcl')
      const text = await readFile(source, 'utf8')
      await writeFile(
        file,
        text.replace('"3000"', `"${new URL(serverUrl).port}"`).replace('Bearer change-me', `Bearer ${key}`),
      )
      const args = ['-F', '-n', folder, '-a', `127.0.0.1:${port}`, '-f', file, '-s', 'malloc,64m', '-j', 'none']
      const running = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
      child.kill = () => running.kill()
      let complaint = ''
      running.stderr.setEncoding('utf8').on('data', (words: string) => (complaint += words))
      const deadline = performance.now() + 60_000
      while ((await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) === null) {
        if (running.exitCode !== null) throw new Error(`Varnish ended: ${complaint}`)
        if (performance.now() > deadline) throw new Error(`Varnish does not answer: ${complaint}`)
        await wait(50)
      }
    },
    async asked() {
      const { stdout } = await promisify(execFile)('varnishstat', ['-1', '-n', folder, '-f', 'MAIN.backend_req'])
      return Number(/backend_req\s+(\d+)/u.exec(stdout)?.[1])
    },
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
