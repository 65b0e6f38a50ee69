/** `npm run dev`: the server, restarted when its files change, and in front of it Vite, which passes on what is not the app's. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

import { readConfig } from '@platform/server'

import { root } from './run-command.ts'

const pagesPort = readConfig(process.env).http.port
const serverPort = pagesPort + 1
const host = process.env['HOST'] ?? 'localhost'

const server = start('node', ['--watch', '--watch-preserve-output', 'platform/server/src/main.mjs', '--sources'], {
  folder: root,
  environment: { PORT: String(serverPort), HOST: '127.0.0.1', LOG_FORMAT: 'human', TRUST_PROXY: 'loopback' },
})
// The app's Vite configuration sends the wires to API_URL.
const pages = start('vite', ['--port', String(pagesPort), '--strictPort', '--host', host], {
  folder: join(root, 'app'),
  environment: { API_URL: `http://127.0.0.1:${serverPort}` },
})
const children = [server, pages]

interface Place {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

function start(command: string, args: readonly string[], { folder, environment }: Place): ChildProcess {
  return spawn(command, args, { cwd: folder, stdio: 'inherit', env: { ...process.env, ...environment } })
}

function stop(): void {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) {
  child.on('error', (error) => {
    console.error(error.message)
    stop()
  })
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    stop()
  })
}
