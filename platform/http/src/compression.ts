import { brotliCompress, constants, gzip, type CompressCallback } from 'node:zlib'

import type { FastifyInstance, FastifyReply } from 'fastify'

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }
// Below about one packet, compression costs more than it saves.
const threshold = 1_400
const compressible = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml)/

export type Encoding = 'br' | 'gzip'

/** The better of the two encodings that the header allows. */
export function preferredEncoding(accept: string | undefined): Encoding | null {
  if (accept === undefined) return null
  const refused = new Set<string>()
  const named = new Set<string>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
    ;(isRefused ? refused : named).add(name)
  }
  const allows = (name: Encoding) => named.has(name) || (named.has('*') && !refused.has(name))
  if (allows('br')) return 'br'
  return allows('gzip') ? 'gzip' : null
}

/**
 * Compresses whole bodies on the thread pool; streams pass untouched, since a compressor would hold back what a
 * function wants shown at once. @fastify/compress leaves every body with a `Content-Range` alone, which would be all
 * of rest/v1, where the header counts rows and not bytes.
 */
export function addCompression(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || payload.length < threshold || !isCompressible(reply)) return done(null, payload)
    addVary(reply)
    const encoding = preferredEncoding(request.headers['accept-encoding'])
    if (encoding === null) return done(null, payload)
    compress(payload, encoding, (error, body) => {
      if (error) return done(error)
      reply.header('content-encoding', encoding).removeHeader('content-length')
      weakenTag(reply)
      done(null, body)
    })
  })
}

function compress(body: string | Buffer, encoding: Encoding, done: CompressCallback): void {
  if (encoding === 'gzip') gzip(body, { level: 5 }, done)
  else brotliCompress(body, brotliOptions, done)
}

function isCompressible(reply: FastifyReply): boolean {
  if (reply.hasHeader('content-encoding')) return false
  if (String(reply.getHeader('content-range') ?? '').startsWith('bytes')) return false
  if (String(reply.getHeader('cache-control') ?? '').includes('no-transform')) return false
  return compressible.test(String(reply.getHeader('content-type') ?? ''))
}

function addVary(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '')
  if (vary === '*' || /accept-encoding/i.test(vary)) return
  reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}

// A strong validator names exact bytes; the compressed ones are others (RFC 9110 §8.8.1).
function weakenTag(reply: FastifyReply): void {
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`)
}
