/** What storage/v1 tells its host: buckets, sizes and causes; never keys of people's objects. */
export type StorageEvent =
  | { readonly kind: 'storage.object-stored'; readonly bucket: string; readonly bytes: number; readonly ms: number }
  | { readonly kind: 'storage.objects-removed'; readonly bucket: string; readonly count: number }
  | { readonly kind: 'storage.blob-missing'; readonly bucket: string; readonly objectId: string }
  | { readonly kind: 'storage.blobs-discarded'; readonly count: number }
  | { readonly kind: 'storage.variant-made'; readonly format: string; readonly bytes: number; readonly ms: number }
  | {
      readonly kind: 'storage.swept'
      readonly orphans: number
      readonly unfinished: number
      readonly variants: number
      readonly listed: number
    }
  /** The blobs are another database's: nothing of them is taken for an orphan. */
  | { readonly kind: 'storage.sweep-refused' }
  /** A second node with a folder of its own: what one of them stores the other cannot find. */
  | { readonly kind: 'storage.files-elsewhere'; readonly error: Error }
  /** A CDN in front has forgotten copies of so many objects or buckets. */
  | { readonly kind: 'storage.edge-purged'; readonly count: number }
  | { readonly kind: 'storage.full' }
  | { readonly kind: 'storage.background-failed'; readonly task: string; readonly error: unknown }
  | { readonly kind: 'storage.refused'; readonly code: string; readonly status: number }
  | { readonly kind: 'storage.failed'; readonly code: string; readonly status: number; readonly error: unknown }
