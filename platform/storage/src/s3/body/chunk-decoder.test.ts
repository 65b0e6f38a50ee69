/** The examples that AWS publishes of signature v4, and bodies in chunks that are not what they say. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import { canonicalRequest, emptyHash, signerOf } from '../signature/canonical.ts'
import { ChunkDecoder, type ChunkProof } from './chunk-decoder.ts'

const scope = { date: '20130524', region: 'us-east-1', service: 's3' }
const signer = signerOf('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', '20130524T000000Z', scope)

const chunked = {
  method: 'PUT',
  url: '/examplebucket/chunkObject.txt',
  host: 's3.amazonaws.com',
  headers: {
    'content-encoding': 'aws-chunked',
    'content-length': '66824',
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    'x-amz-date': '20130524T000000Z',
    'x-amz-decoded-content-length': '66560',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  },
}
const signedHeaders = ['content-encoding', 'content-length', 'host', ...Object.keys(chunked.headers).slice(2)]
const seed = '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9'
const signatures = [
  'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
  '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
  'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
]
const sizes = [65_536, 1_024, 0]
const body = sizes
  .map((size, at) => `${size.toString(16)};chunk-signature=${signatures[at]}\r\n${'a'.repeat(size)}\r\n`)
  .join('')

test('requests are signed as published', () => {
  const payloadHash = chunked.headers['x-amz-content-sha256']
  expect(signer.ofRequest(canonicalRequest({ ...chunked, signedHeaders, payloadHash }))).toBe(seed)
  const headers = { range: 'bytes=0-9', 'x-amz-content-sha256': emptyHash, 'x-amz-date': '20130524T000000Z' }
  const get = {
    method: 'GET',
    url: '/test.txt',
    host: 'examplebucket.s3.amazonaws.com',
    headers,
    payloadHash: emptyHash,
  }
  const names = ['host', 'range', 'x-amz-content-sha256', 'x-amz-date']
  const expected = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
  expect(signer.ofRequest(canonicalRequest({ ...get, signedHeaders: names }))).toBe(expected)
})

/** However the line cuts it. */
async function decode(text: string, proof: ChunkProof | null, cut: number) {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, at) =>
    bytes.subarray(at * cut, (at + 1) * cut),
  )
  const decoder = new ChunkDecoder(proof)
  const decoded = await buffer(Readable.from(pieces).pipe(decoder))
  return { text: decoded.toString(), trailers: Object.fromEntries(decoder.trailers) }
}

describe('signed chunks', () => {
  test.each([7, 1_000, 65_700, 100_000])('as published, %i bytes at a time', async (cut) => {
    expect(await decode(body, { signer, seed }, cut)).toEqual({ text: 'a'.repeat(66_560), trailers: {} })
  })

  test.each([
    ['a changed byte', body.replace('\r\naaa', '\r\naab'), 'SignatureDoesNotMatch'],
    ['chunks in another order', body.slice(0x10_000 + 100), 'SignatureDoesNotMatch'],
    ['a chunk without a signature', body.replace(/;chunk-signature=ad[0-9a-f]*/, ''), 'SignatureDoesNotMatch'],
    ['no end', body.slice(0, -90), 'IncompleteBody'],
    ['more behind the end', `${body}1`, 'IncompleteBody'],
  ])('%s', async (_name, text, code) => {
    const start = text.search(/\d+;chunk|10000\r/)
    await expect(decode(text.slice(start), { signer, seed }, 4_096)).rejects.toMatchObject({ code })
  })
})

describe('chunks without signatures', () => {
  test('bring trailers', async () => {
    const text = '3\r\nabc\r\n2\r\nde\r\n0\r\nX-Amz-Checksum-CRC32: hYfRlw==\r\n\r\n'
    expect(await decode(text, null, 5)).toEqual({ text: 'abcde', trailers: { 'x-amz-checksum-crc32': 'hYfRlw==' } })
  })

  test.each(['3\r\nabcd\r\n0\r\n\r\n', 'zz\r\n', '-1\r\n', 'a'.repeat(9_000), '0\r\n', '123456789\r\n'])(
    '%j is none',
    async (text) => {
      await expect(decode(text, null, 64)).rejects.toMatchObject({ code: 'IncompleteBody' })
    },
  )
})
