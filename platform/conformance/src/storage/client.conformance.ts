/** Every storage feature of the official client, as one story per row; rows run in order and build on each other. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { author, storageUnderTest, stranger, type StorageUnderTest } from './storage-under-test.ts'

let storage: StorageUnderTest
beforeAll(async () => {
  storage = await storageUnderTest()
})
afterAll(() => storage[Symbol.asyncDispose]())

type Clients = Record<'service' | 'own' | 'other' | 'nobody', ReturnType<StorageUnderTest['as']>>

interface Row {
  /** The name in the client's own checklist of features. */
  readonly feature: string
  act(clients: Clients): Promise<{ data: unknown; error: unknown }>
  readonly data?: unknown
  readonly error?: { readonly statusCode: string; readonly message: string }
}

const book = `${author}/book.txt`
const text = async (answer: Promise<{ data: Blob | null; error: unknown }>) => {
  const { data, error } = await answer
  return { data: (await data?.text()) ?? null, error }
}
const fetched = async (url: string | undefined) => ({ data: await (await fetch(url ?? '')).text(), error: null })
const refused = { statusCode: '403', message: 'new row violates row-level security policy' }
const unseen = { statusCode: '404', message: 'Object not found' }

const rows: readonly Row[] = [
  {
    feature: 'create_file_bucket',
    act: ({ service }) => service.createBucket('books', { public: false, fileSizeLimit: 1_000 }),
    data: { name: 'books' },
  },
  {
    feature: 'create_file_bucket (nobody)',
    act: ({ nobody }) => nobody.createBucket('own'),
    error: refused,
  },
  {
    feature: 'create_file_bucket (taken)',
    act: ({ service }) => service.createBucket('books'),
    error: { statusCode: '409', message: 'The resource already exists' },
  },
  {
    feature: 'get_bucket',
    act: ({ service }) => service.getBucket('books'),
    data: expect.objectContaining({
      id: 'books',
      name: 'books',
      public: false,
      file_size_limit: 1_000,
      type: 'STANDARD',
    }),
  },
  { feature: 'list_file_buckets (nobody)', act: ({ nobody }) => nobody.listBuckets(), data: [] },
  {
    feature: 'update_bucket',
    act: ({ service }) => service.updateBucket('books', { public: false, fileSizeLimit: null }),
    data: { message: 'Successfully updated' },
  },
  {
    feature: 'upload_with_metadata',
    act: ({ own }) =>
      own.from('books').upload(book, 'chapter one', { contentType: 'text/plain', metadata: { pages: 9 } }),
    data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), path: book, fullPath: `books/${book}` },
  },
  {
    feature: 'upload (taken)',
    act: ({ own }) => own.from('books').upload(book, 'again'),
    error: { statusCode: '409', message: 'The resource already exists' },
  },
  { feature: 'upload (stranger)', act: ({ other }) => other.from('books').upload(`${author}/x`, 'x'), error: refused },
  {
    feature: 'upload (no bucket)',
    act: ({ own }) => own.from('films').upload(book, 'x'),
    error: { statusCode: '404', message: 'Bucket not found' },
  },
  { feature: 'download', act: ({ own }) => text(own.from('books').download(book)), data: 'chapter one' },
  { feature: 'download (stranger)', act: ({ other }) => other.from('books').download(book), error: unseen },
  {
    feature: 'download_as_stream',
    act: async ({ own }) => {
      const { data, error } = await own.from('books').download(book).asStream()
      return { data: await new Response(data).text(), error }
    },
    data: 'chapter one',
  },
  {
    feature: 'file_info',
    act: ({ own }) => own.from('books').info(book),
    data: expect.objectContaining({
      name: book,
      bucketId: 'books',
      size: 11,
      contentType: 'text/plain',
      metadata: { pages: 9 },
    }),
  },
  { feature: 'file_exists', act: ({ own }) => own.from('books').exists(book), data: true },
  {
    feature: 'update_file',
    act: ({ own }) => own.from('books').update(book, 'chapter two'),
    data: expect.objectContaining({ path: book }),
  },
  {
    feature: 'update_file (stranger)',
    act: ({ other }) => other.from('books').update(book, 'mine now'),
    error: refused,
  },
  {
    feature: 'list_files',
    act: ({ own }) => own.from('books').list(author),
    data: [expect.objectContaining({ name: 'book.txt', metadata: expect.objectContaining({ size: 11 }) })],
  },
  { feature: 'list_files (stranger)', act: ({ other }) => other.from('books').list(author), data: [] },
  {
    feature: 'list_files (pages)',
    act: ({ own }) => own.from('books').listV2({ prefix: author, with_delimiter: true }),
    data: { hasNext: false, folders: [{ key: author, name: `${author}/` }], objects: [] },
  },
  {
    feature: 'create_signed_url',
    act: async ({ own }) => fetched((await own.from('books').createSignedUrl(book, 60)).data?.signedUrl),
    data: 'chapter two',
  },
  {
    feature: 'create_signed_url (stranger)',
    act: ({ other }) => other.from('books').createSignedUrl(book, 60),
    error: unseen,
  },
  {
    feature: 'create_signed_urls',
    act: ({ own }) => own.from('books').createSignedUrls([book, 'nothing'], 60),
    data: [
      { error: null, path: book, signedURL: expect.any(String), signedUrl: expect.stringContaining('token=') },
      expect.objectContaining({ error: expect.stringContaining('does not exist'), path: 'nothing' }),
    ],
  },
  {
    feature: 'upload_with_signed_url',
    act: async ({ own, nobody }) => {
      const { data } = await own.from('books').createSignedUploadUrl(`${author}/sent.txt`)
      return nobody.from('books').uploadToSignedUrl(data?.path ?? '', data?.token ?? '', Buffer.from('sent'))
    },
    data: { path: `${author}/sent.txt`, fullPath: `books/${author}/sent.txt` },
  },
  {
    feature: 'copy',
    act: ({ own }) => own.from('books').copy(book, `${author}/copy.txt`),
    data: { path: `books/${author}/copy.txt` },
  },
  {
    feature: 'move',
    act: ({ own }) => own.from('books').move(`${author}/copy.txt`, `${author}/moved.txt`),
    data: expect.objectContaining({ message: 'Successfully moved' }),
  },
  { feature: 'move (stranger)', act: ({ other }) => other.from('books').move(book, `${stranger}/x`), error: unseen },
  {
    feature: 'create_file_bucket (public)',
    act: ({ service }) => service.createBucket('shelf', { public: true }),
    data: { name: 'shelf' },
  },
  {
    feature: 'move_cross_bucket',
    act: ({ own }) =>
      own.from('books').move(`${author}/moved.txt`, `${author}/moved.txt`, { destinationBucket: 'shelf' }),
    data: expect.objectContaining({ message: 'Successfully moved' }),
  },
  {
    feature: 'copy_cross_bucket',
    act: ({ own }) => own.from('books').copy(book, `${author}/copied.txt`, { destinationBucket: 'shelf' }),
    data: { path: `shelf/${author}/copied.txt` },
  },
  {
    feature: 'access_bucket (public)',
    act: ({ nobody }) => fetched(nobody.from('shelf').getPublicUrl(`${author}/copied.txt`).data.publicUrl),
    data: 'chapter two',
  },
  {
    feature: 'url_cache_nonce',
    act: async ({ own }) =>
      fetched((await own.from('books').createSignedUrl(book, 60, { cacheNonce: 'a' })).data?.signedUrl),
    data: 'chapter two',
  },
  {
    feature: 'purge_cache',
    act: ({ service }) => service.from('shelf').purgeCache(`${author}/copied.txt`, { transformations: true }),
    data: { message: 'success' },
  },
  {
    feature: 'purge_cache (bucket)',
    act: ({ service }) => service.purgeBucketCache('shelf'),
    data: { message: 'success' },
  },
  {
    feature: 'purge_cache (stranger)',
    act: ({ other }) => other.from('shelf').purgeCache(`${author}/copied.txt`),
    error: { statusCode: '403', message: 'Only the service purges caches' },
  },
  { feature: 'remove (stranger)', act: ({ other }) => other.from('books').remove([book]), data: [] },
  {
    feature: 'remove',
    act: ({ own }) => own.from('books').remove([book, 'nothing']),
    data: [expect.objectContaining({ name: book, bucket_id: 'books', owner_id: author })],
  },
  {
    feature: 'file_exists (gone)',
    act: async ({ own }) => ({ data: (await own.from('books').exists(book)).data, error: null }),
    data: false,
  },
  {
    feature: 'delete_file_bucket (not empty)',
    act: ({ service }) => service.deleteBucket('books'),
    error: { statusCode: '409', message: 'The bucket you tried to delete is not empty' },
  },
  {
    feature: 'empty_bucket',
    act: ({ service }) => service.emptyBucket('books'),
    data: { message: 'Empty bucket has been queued. Completion may take up to an hour.' },
  },
  {
    feature: 'delete_file_bucket',
    act: ({ service }) => service.deleteBucket('books'),
    data: { message: 'Successfully deleted' },
  },
]

test.each(rows)('$feature', async ({ act, data = null, error = null }) => {
  const clients = {
    service: storage.as('service_role'),
    own: storage.as(author),
    other: storage.as(stranger),
    nobody: storage.as('anon'),
  }
  const answer = await act(clients)
  expect(answer).toMatchObject({ data, error: error === null ? null : { ...error, status: 400 } })
  expect(answer.data).toEqual(data)
})
