/** Where files lie, in the data folder or in a bucket of an S3 API, and how much of them there may be. */

import type { S3Settings, StorageSettings } from '@platform/storage'

import { anyOf, area, secret, text, webAddress, whole, type SettingsReader } from './reader.ts'

export interface StorageSettingsRead {
  /** Null keeps files in the data folder. */
  readonly s3: S3Settings | null
  /** What is unset is left to the service. */
  readonly limits: StorageSettings
}

const mebibyte = 1_048_576

const bucketSettings = {
  bucket: {
    name: 'S3_BUCKET',
    form: text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket’s name'),
    unset: 'files lie in DATA_DIR',
    words: 'The bucket of any S3 API that holds the files instead.',
  },
  endpoint: {
    name: 'S3_ENDPOINT',
    form: webAddress(),
    unset: 'AWS',
    words: 'Whose S3 API it is.',
  },
  region: {
    name: 'S3_REGION',
    form: anyOf('a region’s name'),
    default: 'us-east-1',
    words: 'The region of the bucket.',
  },
  accessKeyId: {
    name: 'S3_ACCESS_KEY_ID',
    form: anyOf('a key that may write there'),
    words: 'Whom the bucket knows us as.',
  },
  secretAccessKey: {
    name: 'S3_SECRET_ACCESS_KEY',
    form: secret('a key that may write there', /./),
    words: 'Our secret there.',
  },
  prefix: {
    name: 'S3_PREFIX',
    form: anyOf('the beginning of a path'),
    words: 'Stands before every key, where several systems share a bucket.',
  },
}

export const bucketArea = area({
  title: 'Files in a bucket',
  settings: bucketSettings,
  check({ endpoint }, refusals) {
    const { bucket, accessKeyId, secretAccessKey } = bucketSettings
    if (refusals.isSet(bucket.name)) {
      for (const setting of [accessKeyId, secretAccessKey]) refusals.require(setting, bucket.name)
    } else if (endpoint !== undefined) refusals.require(bucket, bucketSettings.endpoint.name)
  },
})

export const storageArea = area({
  title: 'How much there may be of files',
  settings: {
    fileSize: {
      name: 'STORAGE_FILE_SIZE_LIMIT_MB',
      form: whole(1, 51_200, 'MiB'),
      unset: '50',
      words: 'The largest file, whatever its bucket allows.',
    },
    perPerson: {
      name: 'STORAGE_QUOTA_PER_USER_MB',
      form: whole(1, 10_485_760, 'MiB'),
      unset: 'no such limit',
      words: 'What one person may have stored in all.',
    },
    resumableSeconds: {
      name: 'STORAGE_RESUMABLE_SECONDS',
      form: whole(60, 604_800, 'seconds'),
      unset: '3600',
      words: 'How long an upload in pieces may take in all.',
    },
    openPerOwner: {
      name: 'STORAGE_RESUMABLE_OPEN_LIMIT',
      form: whole(1, 100_000),
      unset: '100',
      words: 'How many uploads in pieces one person may have open.',
    },
  },
})

export function readStorageSettings(settings: SettingsReader): StorageSettingsRead {
  return { s3: readS3(settings), limits: readLimits(settings) }
}

function readLimits(settings: SettingsReader): StorageSettings {
  const { fileSize, perPerson, resumableSeconds: seconds, openPerOwner } = settings.readArea(storageArea)
  return {
    ...(fileSize !== undefined && { fileSizeLimit: fileSize * mebibyte }),
    ...(perPerson !== undefined && { bytesPerOwner: perPerson * mebibyte }),
    resumable: { ...(seconds !== undefined && { seconds }), ...(openPerOwner !== undefined && { openPerOwner }) },
  }
}

function readS3(settings: SettingsReader): S3Settings | null {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix } = settings.readArea(bucketArea)
  if (bucket === undefined) return null
  return {
    endpoint: endpoint ?? null,
    bucket,
    region,
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    ...(prefix && { prefix: `${prefix.replace(/\/+$/u, '')}/` }),
  }
}
