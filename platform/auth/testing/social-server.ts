/** GitHub's and Facebook's own interfaces on loopback, as far as a sign-in sees them. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SocialServer extends AsyncDisposable {
  readonly url: string
  /** What `/api/v3/user` and so on answer, by path; a path that is not here is a 404. */
  readonly answers: Map<string, unknown>
}

export async function startSocialServer(): Promise<SocialServer> {
  const answers = new Map<string, unknown>()
  const challenges = new Map<string, string>()
  const tokens = new Set<string>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://127.0.0.1')
    if (url.pathname.endsWith('/oauth/authorize') || url.pathname === '/dialog/oauth') return leave(url, response)
    if (url.pathname.endsWith('/access_token')) return send(response, await exchange(await readForm(request)))
    const isKnown = tokens.has((request.headers.authorization ?? '').replace(/^bearer /i, ''))
    return send(response, isKnown ? answers.get(url.pathname) : undefined)
  }

  function leave({ searchParams: asked }: URL, response: ServerResponse): void {
    const code = randomUUID()
    challenges.set(code, asked.get('code_challenge')!)
    const back = new URL(asked.get('redirect_uri')!)
    back.search = new URLSearchParams({ code, state: asked.get('state')! }).toString()
    response.writeHead(302, { location: back.href }).end()
  }

  async function exchange(form: URLSearchParams): Promise<unknown> {
    const challenge = challenges.get(form.get('code') ?? '')
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (proof !== challenge || form.get('client_secret') !== 'secret') return undefined
    const token = randomUUID()
    tokens.add(token)
    return { access_token: token, token_type: 'bearer' }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body ?? { message: 'Not Found' }))
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
