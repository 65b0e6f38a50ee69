import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import S3rver from 's3rver'

import type { S3Settings } from '../src/blobs/s3-client.ts'

export interface RunningS3 extends AsyncDisposable {
  readonly settings: S3Settings
}

/** An S3 server on a free port and an empty folder, with one bucket. */
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
