/** What the routes of storage/v1 work with. */
import type { Database, Databases } from '@platform/database'
import type { Identify, Observe } from '@platform/http'

import { signedTokens, type SignedTokens } from './access/signed-tokens.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { rememberBlobs } from './blobs/memory.ts'
import { createLookups, type Lookups } from './catalog/lookups.ts'
import { createDiscards, type Discards } from './cleanup/discards.ts'
import { toConfig, type StorageConfig, type StorageSettings } from './config.ts'
import type { EdgeSettings } from './downloads/edge/purging.ts'
import { storageErrors } from './errors.ts'
import type { StorageEvent } from './events.ts'
import { ClientRate } from './images/client-rate.ts'
import { JobQueue } from './images/job-queue.ts'
import { createVariants, type Variants } from './images/variants.ts'
import type { S3Keys } from './s3/signature/verify.ts'
import { createQuota, type Quota } from './uploads/quota.ts'

export interface StorageOptions {
  readonly databases: Databases
  readonly identify: Identify
  readonly blobs: BlobStore
  /** Signs addresses; at least 32 characters, and not the key that signs sessions. */
  readonly signingSecret: string
  readonly config?: StorageSettings
  /** Who may sign requests of the S3 protocol below `/s3`; without it nobody is heard there. */
  readonly s3Keys?: S3Keys | null
  /** A CDN in front of public objects; without, caches ask again after a minute. */
  readonly edge?: EdgeSettings | null
  /** Whether this process is the one that clears up; default: always. */
  readonly maySweep?: () => boolean
  readonly observe: Observe<StorageEvent>
}

export interface StorageService {
  readonly config: StorageConfig
  readonly database: Database
  readonly identify: Identify
  readonly blobs: BlobStore
  readonly pictureQueue: JobQueue
  readonly variants: Variants
  readonly variantRate: ClientRate
  readonly tokens: SignedTokens
  readonly lookups: Lookups
  readonly discards: Discards
  readonly quota: Quota
  readonly maySweep: () => boolean
  readonly hasEdge: boolean
  readonly observe: Observe<StorageEvent>
  /** @throws {StorageError} InsufficientStorage while the disk is nearly full */
  assertWritable(): void
}

export function createService(options: StorageOptions): StorageService {
  const { databases, identify, observe } = options
  const config = toConfig(options.config)
  const blobs = rememberBlobs(options.blobs, config.memoryBytes)
  const pictureQueue = new JobQueue(config.images.parallel, config.images.queueLength)
  const database = databases.gateway
  return {
    config,
    database,
    identify,
    blobs,
    pictureQueue,
    variants: createVariants({ blobs, queue: pictureQueue, config: config.images, observe }),
    variantRate: new ClientRate(config.images.newPerSecond, config.images.newAtOnce),
    tokens: signedTokens(options.signingSecret),
    lookups: createLookups(database, config.publicLookupMs),
    discards: createDiscards({ database, blobs, observe }),
    quota: createQuota(database, config.bytesPerOwner),
    maySweep: options.maySweep ?? (() => true),
    hasEdge: options.edge != null,
    observe,
    assertWritable: () => {
      if (databases.isReadOnly()) throw storageErrors.readOnly()
    },
  }
}
