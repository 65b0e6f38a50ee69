/** The official client of the S3 protocol, for the service itself or for one person. */
import { S3Client } from '@aws-sdk/client-s3'

import { publicKey, servicePair, tokenFor } from './storage-server.ts'

export function s3ClientFor(url: string, who?: string): S3Client {
  const credentials =
    who === undefined
      ? servicePair
      : { accessKeyId: 'anything', secretAccessKey: publicKey, sessionToken: tokenFor(who) }
  return new S3Client({ endpoint: `${url}/s3`, region: 'eu-west-9', forcePathStyle: true, credentials, maxAttempts: 1 })
}
