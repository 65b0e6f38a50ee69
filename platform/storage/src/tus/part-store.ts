/** What the protocol stores into: pieces as blobs of their own, joined to an object when the last one has come. */
import { createHash, randomUUID, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'

import { DataStore, Upload } from '@tus/server'

import { objectBlob } from '../blobs/blob-store.ts'
import { storageErrors } from '../errors.ts'
import type { StorageService } from '../service.ts'
import { letGo } from '../uploads/passed-bytes.ts'
import type { Reservation } from '../uploads/quota.ts'
import { removeAfter } from '../uploads/remove-after.ts'
import { finish, type Finishing } from './finish.ts'
import {
  addPart,
  deleteUpload,
  readUpload,
  setUploadSize,
  type Held,
  type Part,
  type ResumableUpload,
} from './upload-rows.ts'

export interface PartStoreSetup extends Finishing {
  /** Makes the upload known that the request creates. */
  create(id: string, size: number | null): Promise<void>
  readonly holder: string
}

interface Admission {
  readonly upload: ResumableUpload
  readonly start: number
  readonly hash: Hash | null
}

/** For one request: the rights to finish an upload are its sender's. */
export class PartStore extends DataStore {
  readonly #storage: StorageService
  readonly #setup: PartStoreSetup
  /** A length that the client has just made known. */
  #declared: number | null = null

  constructor(storage: StorageService, setup: PartStoreSetup) {
    super()
    this.#storage = storage
    this.#setup = setup
    this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration']
  }

  override getExpiration(): number {
    return this.#storage.config.resumable.seconds * 1_000
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#setup.create(upload.id, upload.size ?? null)
    if (upload.size === 0) await this.#finish(await this.#read(upload.id), null)
    upload.creation_date = new Date().toISOString()
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, metadata, ageMs } = await this.#read(id)
    return new Upload({
      id,
      ...(size !== null && { size }),
      offset: received,
      metadata: { ...metadata },
      // NOTE: the library compares with this machine's clock, which may not be the database's.
      creation_date: new Date(Date.now() - ageMs).toISOString(),
    })
  }

  override async remove(id: string): Promise<void> {
    const { owner } = await this.#read(id)
    await deleteUpload(this.#storage.database, id)
    await this.#storage.quota.begin(owner, { id }).release()
    this.#storage.discards.collectSoon()
  }

  override async declareUploadLength(_id: string, size: number): Promise<void> {
    this.#declared = size
  }

  /** Answers the new offset, also where the sender went away: what came before that is kept. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#read(id)
    if (upload.isFinished) return offset
    const size = upload.size ?? this.#declared
    // The length and the last byte become known together, so that a complete upload is an object, always.
    if (this.#declared !== null && this.#declared > offset) await this.#keepSize(upload, this.#declared)
    const pieces = new Pieces(source, this.#storage.config.resumable.partBytes)
    let at = offset
    if (at === size) await this.#finish({ ...upload, size }, null)
    while (!pieces.isOver && at !== size) at += await this.#writePart(pieces, { ...upload, size }, at)
    if (pieces.failure !== null) throw pieces.failure
    return at
  }

  async #writePart(pieces: Pieces, upload: ResumableUpload, start: number): Promise<number> {
    const { blobs } = this.#storage
    const version = randomUUID()
    // Where pieces are joined without coming here once more, their hashes are all that anybody has.
    const hash = blobs.join === undefined ? null : createHash('md5')
    await blobs.write(objectBlob(version), this.#admitted(pieces.next(), { upload, start, hash }))
    const part = { start, size: pieces.size, version, md5: hash?.digest('hex') ?? null }
    const isLast = part.size > 0 && start + part.size === upload.size
    if (part.size > 0 && !isLast) {
      await this.#keep(upload.id, part)
      return part.size
    }
    // No row names this piece: whoever was not told that it came sends it again.
    try {
      if (isLast) await this.#finish(upload, part)
    } catch (error) {
      await removeAfter(error, blobs, version)
      throw error
    }
    // The upload is complete: a piece that cannot be removed now is the sweeper's.
    await blobs.remove([objectBlob(version)]).catch(() => {})
    return part.size
  }

  async #keep(id: string, part: Part): Promise<void> {
    const { blobs, database } = this.#storage
    // When the connection breaks, the row may be there: the sweeper finds out.
    if (await addPart(database, this.#held(id), part)) return
    await blobs.remove([objectBlob(part.version)])
    throw storageErrors.locked()
  }

  async *#admitted(piece: AsyncIterable<Buffer>, { upload, start, hash }: Admission) {
    const room = this.#roomOf(upload)
    let at = start
    for await (const chunk of piece) {
      at += chunk.length
      if (at > this.#setup.rules().maximumBytes) throw storageErrors.tooLarge()
      // An upload whose length is known has had its room since then.
      if (upload.size === null) await room.cover(at)
      hash?.update(chunk)
      yield chunk
      letGo(chunk.length)
    }
  }

  async #finish(upload: ResumableUpload, last: Part | null): Promise<void> {
    await finish(this.#storage, this.#setup, { ...upload, ...this.#held(upload.id) }, last)
  }

  async #keepSize(upload: ResumableUpload, size: number): Promise<void> {
    await this.#roomOf(upload).cover(size)
    if (!(await setUploadSize(this.#storage.database, this.#held(upload.id), size))) throw storageErrors.locked()
  }

  #roomOf({ id, owner }: ResumableUpload): Reservation {
    const { quota, config } = this.#storage
    return quota.begin(owner, { id, seconds: config.resumable.seconds })
  }

  #held(id: string): Held {
    return { id, holder: this.#setup.holder }
  }

  async #read(id: string): Promise<ResumableUpload> {
    const upload = await readUpload(this.#storage.database, id)
    if (upload === null) throw storageErrors.noSuchUpload()
    return upload
  }
}

/** Cuts a stream into pieces. One that breaks off ends its last piece, and says so afterwards. */
class Pieces {
  isOver = false
  failure: unknown = null
  /** Bytes of the last piece. */
  size = 0
  readonly #chunks: AsyncIterator<Buffer>
  readonly #pieceBytes: number

  constructor(source: Readable, pieceBytes: number) {
    this.#chunks = (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
    this.#pieceBytes = pieceBytes
  }

  async *next(): AsyncIterable<Buffer> {
    this.size = 0
    while (this.size < this.#pieceBytes) {
      const chunk = await this.#read()
      if (chunk === null) return
      this.size += chunk.length
      yield chunk
    }
  }

  async #read(): Promise<Buffer | null> {
    try {
      const { done, value } = await this.#chunks.next()
      if (done !== true) return value
    } catch (error) {
      this.failure = error
    }
    this.isOver = true
    return null
  }
}
