import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { GetObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import S3rver from 's3rver'

import type { S3Settings } from '../src/blobs/s3-client.ts'

export interface RunningS3 extends AsyncDisposable {
  readonly settings: S3Settings
}

/** An S3 server on a free port and an empty folder, with one bucket. It copies no parts. */
export async function startS3(): Promise<RunningS3> {
  const directory = await mkdtemp(join(tmpdir(), 's3-test-'))
  const configureBuckets = [{ name: 'blobs' }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'blobs',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export interface CopyingS3 extends RunningS3 {
  /** Of requests that moved an object's bytes to whoever asked. */
  reads(): number
  /** Parts that were copied. */
  copies(): number
}

/** The same server behind one that knows how to copy parts. */
export async function startCopyingS3(): Promise<CopyingS3> {
  const s3 = await startS3()
  const { endpoint, region, accessKeyId, secretAccessKey } = s3.settings
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ region, credentials, endpoint: endpoint!, forcePathStyle: true })
  let [reads, copies] = [0, 0]
  const front = createServer((asked, answer) => {
    const isCopy = asked.method === 'PUT' && asked.url?.includes('partNumber=') && asked.headers['x-amz-copy-source']
    const isMark = asked.url?.includes('/00000000-')
    if (asked.method === 'GET' && asked.url?.includes('GetObject') && !isMark) reads += 1
    if (isCopy) copies += 1
    const done = isCopy ? copyPart(client, asked, answer) : pass(endpoint!, asked, answer)
    done.catch((error: unknown) => answer.destroy(error as Error))
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const { port } = front.address() as AddressInfo
  return {
    settings: { ...s3.settings, endpoint: `http://127.0.0.1:${port}` },
    reads: () => reads,
    copies: () => copies,
    [Symbol.asyncDispose]: async () => {
      client.destroy()
      front.closeAllConnections()
      front.close()
      await s3[Symbol.asyncDispose]()
    },
  }
}

/** The signature holds for the host that the client asked. */
async function pass(endpoint: string, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { method, url, headers } = asked
  const passed = request(new URL(url ?? '/', endpoint), { method, headers })
  asked.pipe(passed)
  const [response] = (await once(passed, 'response')) as [IncomingMessage]
  answer.writeHead(response.statusCode ?? 500, response.headers)
  response.pipe(answer)
}

async function copyPart(client: S3Client, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { searchParams, pathname } = new URL(asked.url ?? '/', 'http://s3')
  const [Bucket, ...key] = decodeURIComponent(String(asked.headers['x-amz-copy-source'])).split('/')
  const Range = String(asked.headers['x-amz-copy-source-range'])
  const source = await client.send(new GetObjectCommand({ Bucket, Key: key.join('/'), Range }))
  const Body = await source.Body!.transformToByteArray()
  const [, , ...target] = decodeURIComponent(pathname).split('/')
  const [PartNumber, UploadId] = [Number(searchParams.get('partNumber')), searchParams.get('uploadId') ?? '']
  const part = await client.send(new UploadPartCommand({ Bucket, Key: target.join('/'), PartNumber, UploadId, Body }))
  answer.writeHead(200, { 'content-type': 'application/xml' })
  answer.end(`<?xml version="1.0"?><CopyPartResult><ETag>${part.ETag}</ETag></CopyPartResult>`)
}
