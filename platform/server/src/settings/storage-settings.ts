/** Where files lie, in the data folder or in a bucket of an S3 API, and how much of them there may be. */

import type { S3Settings, StorageSettings } from '@platform/storage'

import type { SettingsReader } from './settings-reader.ts'

export interface StorageSettingsRead {
  /** Null keeps files in the data folder. */
  readonly s3: S3Settings | null
  /** What is unset is left to the service. */
  readonly limits: StorageSettings
}

const MiB = 1_048_576

export function readStorageSettings(settings: SettingsReader): StorageSettingsRead {
  return { s3: readS3(settings), limits: readLimits(settings) }
}

function readLimits(settings: SettingsReader): StorageSettings {
  const fileSize = settings.wholeIfSet('STORAGE_FILE_SIZE_LIMIT_MB', { min: 1, max: 51_200 })
  const perPerson = settings.wholeIfSet('STORAGE_QUOTA_PER_USER_MB', { min: 1, max: 10_485_760 })
  const seconds = settings.wholeIfSet('STORAGE_RESUMABLE_SECONDS', { min: 60, max: 604_800 })
  const openPerOwner = settings.wholeIfSet('STORAGE_RESUMABLE_OPEN_LIMIT', { min: 1, max: 100_000 })
  return {
    ...(fileSize !== undefined && { fileSizeLimit: fileSize * MiB }),
    ...(perPerson !== undefined && { bytesPerOwner: perPerson * MiB }),
    resumable: { ...(seconds !== undefined && { seconds }), ...(openPerOwner !== undefined && { openPerOwner }) },
  }
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
