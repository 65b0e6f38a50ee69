/** Where files lie, in the data folder or in a bucket of an S3 API, how much of them there may be, and where copies of everything go. */

import type { S3Settings, StorageSettings } from '@platform/storage'

import { readEdge, type EdgeRead } from './edge-settings.ts'
import { anyOf, area, onOff, secret, text, webAddress, whole, type SettingsReader, type ValuesOf } from './reader.ts'
import { readS3Protocol, type S3ProtocolSettings } from './s3-protocol-settings.ts'

export interface StorageSettingsRead extends EdgeRead {
  /** Null keeps files in the data folder. */
  readonly s3: S3Settings | null
  /** What is unset is left to the service. */
  readonly limits: StorageSettings
  readonly s3Protocol: S3ProtocolSettings
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
    upstream: {
      name: 'STORAGE_UPSTREAM_ANSWERS',
      form: onOff,
      default: false,
      words:
        'Files tell robots, and public ones caches, what whoever uploaded them said, and 20 000 addresses are signed at once in place of 1 000, as the original does.',
    },
    upstreamPrivate: {
      name: 'STORAGE_UPSTREAM_PRIVATE_CACHING',
      form: onOff,
      default: false,
      words:
        'What a token or a signed address opens tells caches what whoever uploaded it said, as the original does: a shared cache may then show it to others, and after the address has ended or the file is gone.',
    },
  },
})

export function readStorageSettings(settings: SettingsReader): StorageSettingsRead {
  return {
    s3: readS3(settings),
    limits: readLimits(settings),
    s3Protocol: readS3Protocol(settings),
    ...readEdge(settings),
  }
}

function readLimits(settings: SettingsReader): StorageSettings {
  const {
    fileSize,
    perPerson,
    resumableSeconds: seconds,
    openPerOwner,
    upstream,
    upstreamPrivate,
  } = settings.readArea(storageArea)
  return {
    ...(fileSize !== undefined && { fileSizeLimit: fileSize * mebibyte }),
    ...(perPerson !== undefined && { bytesPerOwner: perPerson * mebibyte }),
    ...(upstream && { answersAsUpstream: true }),
    ...(upstreamPrivate && { privateCachingAsUpstream: true }),
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

export interface BackupSettings {
  /** A folder, or `s3://bucket/prefix`; null where nobody said. */
  readonly to: string | null
  /** Null leaves backups unsealed, and secrets out of them. */
  readonly passphrase: string | null
  readonly everyMs: number
  readonly keep: number
  /** What may wait for a place that cannot be reached. */
  readonly mostLogBytes: number
  readonly s3: Omit<S3Settings, 'bucket' | 'prefix'>
}

const hour = 3_600_000

export const backupArea = area({
  title: 'Backups',
  settings: {
    to: {
      name: 'BACKUP_TO',
      form: text(/^\S+$/, 'a folder, or s3://bucket/prefix, without blanks'),
      unset: 'none are made by themselves',
      words:
        'Where the server puts backups of database and files: a folder, best on another disk, or `s3://bucket/prefix`.',
    },
    passphrase: {
      name: 'BACKUP_KEY',
      form: secret('at least 16 characters without blanks', /^\S{16,}$/),
      unset: 'backups lie there unsealed, and without secrets',
      words: 'The passphrase that seals backups; kept elsewhere too, since nobody can open them without it.',
    },
    hours: {
      name: 'BACKUP_HOURS',
      form: whole(1, 720, 'hours'),
      default: 24,
      words: 'How long after one backup the next is made; the log between them goes there every five minutes.',
    },
    keep: {
      name: 'BACKUP_KEEP',
      form: whole(1, 1_000),
      default: 14,
      words: 'How many backups stay there.',
    },
    logMebibytes: {
      name: 'BACKUP_LOG_MB',
      form: whole(64, 10_485_760, 'MiB'),
      default: 4_096,
      words:
        'How much of the log may wait in DATA_DIR while that place cannot be reached; beyond it the log is given up, and the next backup is made as soon as the place is back.',
    },
    endpoint: {
      name: 'BACKUP_S3_ENDPOINT',
      form: webAddress(),
      unset: 'as S3_ENDPOINT says',
      words: 'Whose S3 API the bucket of backups is in; better an account of its own.',
    },
    region: {
      name: 'BACKUP_S3_REGION',
      form: anyOf('a region’s name'),
      unset: 'as S3_REGION says',
      words: 'The region of that bucket.',
    },
    accessKeyId: {
      name: 'BACKUP_S3_ACCESS_KEY_ID',
      form: anyOf('a key that may write there'),
      unset: 'as S3_ACCESS_KEY_ID says',
      words: 'Whom that bucket knows us as.',
    },
    secretAccessKey: {
      name: 'BACKUP_S3_SECRET_ACCESS_KEY',
      form: secret('a key that may write there', /./),
      unset: 'as S3_SECRET_ACCESS_KEY says',
      words: 'Our secret there.',
    },
  },
})

export function readBackupSettings(settings: SettingsReader, files: S3Settings | null): BackupSettings {
  const { to = null, passphrase = null, hours, keep, logMebibytes, ...own } = settings.readArea(backupArea)
  return {
    to,
    passphrase,
    everyMs: hours * hour,
    keep,
    mostLogBytes: logMebibytes * mebibyte,
    s3: bucketOf(own, files ?? noFiles),
  }
}

type Own = Pick<ValuesOf<typeof backupArea.settings>, 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey'>

const noFiles = { endpoint: null, region: 'us-east-1', accessKeyId: '', secretAccessKey: '' }

function bucketOf(own: Own, files: BackupSettings['s3']): BackupSettings['s3'] {
  return {
    endpoint: own.endpoint ?? files.endpoint,
    region: own.region ?? files.region,
    accessKeyId: own.accessKeyId ?? files.accessKeyId,
    secretAccessKey: own.secretAccessKey ?? files.secretAccessKey,
  }
}
