/** A host of files as people rent them: `_headers` by its patterns, what is not there is the page, and nothing else. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

export async function startStaticHost(folder: string): Promise<AsyncDisposable & { readonly url: string }> {
  const rules = (await readFile(join(folder, '_headers'), 'utf8')).trimEnd().split('\n\n').map(toRule)
  const server = createServer((request, response) => {
    void answer(new URL(request.url ?? '/', 'http://x').pathname, response)
  }).listen(0, '127.0.0.1')
  const answer = async (path: string, response: ServerResponse) => {
    const found = await readFile(join(folder, path)).catch(() => null)
    const headers = new Headers({
      'content-type': found ? (types[extname(path)] ?? 'application/octet-stream') : 'text/html',
    })
    for (const { fits, own } of rules) if (fits(path)) for (const [name, value] of own) headers.set(name, value)
    response.setHeaders(headers).end(found ?? (await readFile(join(folder, 'index.html'))))
  }
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function toRule(text: string) {
  const [pattern = '', ...lines] = text.split('\n')
  const own = lines.map((line) => /^\s+([^:]+): (.*)$/.exec(line)?.slice(1) as [string, string])
  const fits = (path: string) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern)
  return { fits, own }
}
