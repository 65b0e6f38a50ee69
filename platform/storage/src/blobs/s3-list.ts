/** All objects of a bucket below a name, page after page. */
import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'

import { answered } from './s3-client.ts'

export interface Listed {
  readonly Key: string
  readonly size: number
  readonly storedAt: number
}

export async function* listAll(client: S3Client, Bucket: string, Prefix: string): AsyncIterable<Listed> {
  let token: string | undefined
  do {
    const page = await answered(Prefix, () =>
      client.send(
        new ListObjectsV2Command({ Bucket, Prefix, ...(token !== undefined && { ContinuationToken: token }) }),
      ),
    )
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key !== undefined) yield { Key, size: Size ?? 0, storedAt: LastModified?.getTime() ?? Date.now() }
    }
    token = page.NextContinuationToken
  } while (token !== undefined)
}
