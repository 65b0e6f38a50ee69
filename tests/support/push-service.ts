/** A push service on this machine, and browsers behind it: what is left with it is checked and decrypted (RFC 8030, 8291, 8292). */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface Received {
  readonly message: unknown
  readonly topic: string | undefined
  readonly urgency: string | undefined
  readonly ttl: number
}

export interface PushBrowser extends Subscription {
  /** In the order in which they came. */
  readonly received: Received[]
  /** What the service answers for this browser from now on; null accepts. */
  answer(status: number | null, headers?: Record<string, string>): void
  /** How often it was asked to take something, whatever it answered. */
  readonly asked: () => number
}

export interface PushService extends AsyncDisposable {
  readonly origin: string
  subscribe(): PushBrowser
  /** The sender's key, by which browsers subscribe. */
  expectKey(publicKey: string): void
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, (request: IncomingMessage, body: Buffer, response: ServerResponse) => void>()
  const known = { key: '' }
  const server = createServer((request, response) => {
    const take = async () => {
      const body = await readBody(request)
      browsers.get(request.url ?? '')?.(request, body, response)
      if (!response.headersSent) response.writeHead(404).end()
    }
    void take().catch(() => response.writeHead(403).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    expectKey: (publicKey) => {
      known.key = publicKey
    },
    subscribe() {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const received: Received[] = []
      const state: { asked: number; status: number | null; headers: Record<string, string> } = {
        asked: 0,
        status: null,
        headers: {},
      }
      browsers.set(path, (request, body, response) => {
        state.asked += 1
        if (state.status !== null) {
          response.writeHead(state.status, state.headers).end()
          return
        }
        checkSender(request.headers.authorization ?? '', origin, known.key)
        const { topic, urgency, ttl } = request.headers as Record<string, string | undefined>
        received.push({ message: JSON.parse(decrypt(body, keys, auth)), topic, urgency, ttl: Number(ttl) })
        response.writeHead(201).end()
      })
      return {
        endpoint: `${origin}${path}`,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
        received,
        answer: (status, headers = {}) => Object.assign(state, { status, headers }),
        asked: () => state.asked,
      }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** RFC 8188 §2.1, with the keys of RFC 8291 §3.4. @throws where it was not encrypted for these keys */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** @throws where the sender does not prove to be who the browser subscribed by */
function checkSender(authorization: string, origin: string, expected: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const isSigned = verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  const proofs = [
    isSigned,
    key === expected,
    said.aud === origin,
    /^(?:mailto|https):/.test(said.sub),
    isTimely(said.exp),
  ]
  if (proofs.includes(false)) throw new Error(`the sender is not ${expected}`)
}

/** In seconds; a day ahead at most. */
function isTimely(expiry: number): boolean {
  const ahead = expiry * 1000 - Date.now()
  return ahead > 0 && ahead <= 86_400_000
}
