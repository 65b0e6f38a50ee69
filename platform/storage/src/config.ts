/** The service's settings; every one has a default that suits one small machine. */
export interface StorageConfig {
  /** Bytes that one object may have, whatever its bucket allows. */
  readonly fileSizeLimit: number
  /** Bytes that one person may have stored in all; null for no such limit. */
  readonly bytesPerOwner: number | null
  /** Bytes of JSON that a client may attach to an object. */
  readonly userMetadataLimit: number
  /** How long a signed upload address may be used. */
  readonly uploadUrlSeconds: number
  /**
   * How long the answer "this public object is that version" may be reused. Writes through this process end it at
   * once; writes of other processes show after this time. 0 asks the database every time.
   */
  readonly publicLookupMs: number
  /** Bytes of small blobs that are kept in memory, those that were asked for last. */
  readonly memoryBytes: number
  /** Files tell robots, and public ones caches, what whoever uploaded them said; more addresses are signed at once. */
  readonly answersAsUpstream: boolean
  /** What a token, a key of S3 or a signed address opens tells caches what was stored, too. */
  readonly privateCachingAsUpstream: boolean
  readonly images: ImageConfig
  readonly resumable: ResumableConfig
  readonly s3: S3Config
  readonly sweep: SweepConfig
}

/** The S3 protocol. */
export interface S3Config {
  /** How long an upload in parts may take in all. */
  readonly uploadSeconds: number
}

/** Uploads that are sent in pieces. */
export interface ResumableConfig {
  /** How long one may take in all. */
  readonly seconds: number
  /** How many one person may have begun and not finished. */
  readonly openPerOwner: number
  /** A piece becomes durable when it has this many bytes, or when its request ends. */
  readonly partBytes: number
}

export interface ImageConfig {
  readonly isEnabled: boolean
  /** In buckets that list image types: refuse a file whose bytes are not the image that it claims to be. */
  readonly verifyBytes: boolean
  /** In buckets that list image types: remove where and by whom a picture was taken, without touching its pixels. */
  readonly stripLocation: boolean
  readonly maximumBytes: number
  readonly maximumPixels: number
  readonly maximumSide: number
  readonly maximumFrames: number
  /** Largest width or height of a variant that may be asked for. */
  readonly maximumVariantSide: number
  /** When given, variants exist in these widths and heights only. */
  readonly variantSides: readonly number[] | null
  /** Pictures worked on at the same time, and how many may wait. */
  readonly parallel: number
  readonly queueLength: number
  /** Variants that one client may have made: so many a second in the long run, and so many at once. */
  readonly newPerSecond: number
  readonly newAtOnce: number
  /** Variants beyond this total are forgotten, the oldest first. */
  readonly cacheBytes: number
}

export interface SweepConfig {
  readonly everyMs: number
  /** How often all that is stored is listed where it is much, for what no row names any more. */
  readonly listEveryMs: number
  /** From how many files on it is much. */
  readonly much: number
  /** Blobs younger than this may still be about to receive their row. */
  readonly graceMs: number
}

export type StorageSettings = Partial<Omit<StorageConfig, 'images' | 'resumable' | 's3' | 'sweep'>> & {
  readonly images?: Partial<ImageConfig>
  readonly resumable?: Partial<ResumableConfig>
  readonly s3?: Partial<S3Config>
  readonly sweep?: Partial<SweepConfig>
}

const MiB = 1_048_576

const defaults: StorageConfig = {
  fileSizeLimit: 50 * MiB,
  bytesPerOwner: null,
  userMetadataLimit: 8 * 1024,
  uploadUrlSeconds: 7_200,
  publicLookupMs: 1_000,
  memoryBytes: 32 * MiB,
  answersAsUpstream: false,
  privateCachingAsUpstream: false,
  images: {
    isEnabled: true,
    verifyBytes: true,
    stripLocation: true,
    maximumBytes: 32 * MiB,
    maximumPixels: 40_000_000,
    maximumSide: 8_192,
    maximumFrames: 100,
    maximumVariantSide: 2_500,
    variantSides: null,
    parallel: 2,
    queueLength: 64,
    newPerSecond: 20,
    newAtOnce: 60,
    cacheBytes: 2_048 * MiB,
  },
  resumable: { seconds: 3_600, openPerOwner: 100, partBytes: 16 * MiB },
  s3: { uploadSeconds: 86_400 },
  sweep: { everyMs: 600_000, listEveryMs: 86_400_000, much: 20_000, graceMs: 3_600_000 },
}

export function toConfig(settings: StorageSettings = {}): StorageConfig {
  return {
    ...defaults,
    ...settings,
    images: { ...defaults.images, ...settings.images },
    resumable: { ...defaults.resumable, ...settings.resumable },
    s3: { ...defaults.s3, ...settings.s3 },
    sweep: { ...defaults.sweep, ...settings.sweep },
  }
}
