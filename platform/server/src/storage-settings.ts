/** Where files lie: in the data folder, or in a bucket of an S3 API. */

import type { S3Settings } from '@platform/storage'

import type { SettingsReader } from './settings.ts'

export interface StorageSettingsRead {
  /** Null keeps files in the data folder. */
  readonly s3: S3Settings | null
  /** Bytes of the largest file; unset leaves it to the service. */
  readonly fileSizeLimit: number | undefined
}

const MiB = 1_048_576

export function readStorageSettings(settings: SettingsReader): StorageSettingsRead {
  const megabytes = settings.wholeIfSet('STORAGE_FILE_SIZE_LIMIT_MB', { min: 1, max: 51_200 })
  return { s3: readS3(settings), fileSizeLimit: megabytes === undefined ? undefined : megabytes * MiB }
}

function readS3(settings: SettingsReader): S3Settings | null {
  const bucket = settings.text('S3_BUCKET', {
    matches: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    expected: 'a bucket’s name',
  })
  const endpoint = settings.text('S3_ENDPOINT', { matches: /^https?:\/\/\S+$/, expected: 'https://host' })
  const accessKeyId = settings.read('S3_ACCESS_KEY_ID')
  const secretAccessKey = settings.read('S3_SECRET_ACCESS_KEY')
  if (bucket === undefined) {
    if (endpoint !== undefined) settings.reject('S3_BUCKET', 'is missing beside S3_ENDPOINT', 'a bucket’s name')
    return null
  }
  for (const [variable, value] of Object.entries({
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })) {
    if (value === undefined) settings.reject(variable, 'is missing beside S3_BUCKET', 'a key that may write there')
  }
  return {
    endpoint: endpoint ?? null,
    bucket,
    region: settings.read('S3_REGION') ?? 'us-east-1',
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    ...(settings.read('S3_PREFIX') && { prefix: `${settings.read('S3_PREFIX')!.replace(/\/+$/u, '')}/` }),
  }
}
