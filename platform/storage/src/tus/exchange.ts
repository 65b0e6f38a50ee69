/** One request of a resumable upload: the library speaks the protocol, what is asked here is who may do what. */
import { randomUUID } from 'node:crypto'

import type { Session } from '@platform/database'
import { Server } from '@tus/server'
import type { FastifyRequest } from 'fastify'

import type { Operation } from '../access/operations.ts'
import { callerOf, serviceSession, toOwner, type Owner } from '../access/session.ts'
import { BlobStoreFullError } from '../blobs/blob-store.ts'
import { readBucketRules } from '../catalog/buckets.ts'
import { rehearseStoring, type ObjectAddress } from '../catalog/objects.ts'
import { storageErrors, type StorageError } from '../errors.ts'
import { toStorageError } from '../render-error.ts'
import type { StorageService } from '../service.ts'
import { toRow } from '../uploads/object-row.ts'
import { rulesFor, type Rules } from '../uploads/rules.ts'
import { leasesOf } from './lease.ts'
import { fieldsOf, targetOf } from './metadata.ts'
import { PartStore } from './part-store.ts'
import { decodeUploadName, uploadUrl } from './upload-address.ts'
import { insertUpload, readUpload, type ResumableUpload, type UploadMetadata } from './upload-rows.ts'

export interface Exchange {
  readonly request: FastifyRequest
  /** The last segment of an upload's address; null where uploads are created. */
  readonly name: string | null
  /** Where uploads of this kind are created. */
  readonly base: string
  readonly isSigned: boolean
}

interface Sender {
  readonly owner: Owner
  readonly judge: Session
  readonly service: Session
  /** What a signed address allows; null where `x-upsert` says it. */
  readonly isUpsert: boolean | null
}

type Intent = Pick<ResumableUpload, 'to' | 'metadata' | 'size' | 'isUpsert'>

const operations: Readonly<Record<string, Operation>> = {
  POST: 'storage.tus.upload.create',
  PATCH: 'storage.tus.upload.part',
  DELETE: 'storage.tus.upload.delete',
}

// Who asks to let go has usually lost the line on which the earlier request still waits.
const drainMs = 100

export function tusServerFor(storage: StorageService, exchange: Exchange): Server {
  const negotiation = new Negotiation(storage, exchange)
  const holder = randomUUID()
  const { config, database } = storage
  const store = new PartStore(storage, {
    holder,
    get service() {
      return negotiation.sender.service
    },
    rules: () => negotiation.rules,
    create: (id, size) => negotiation.create(id, size, holder),
  })
  return new Server({
    path: exchange.base,
    datastore: store,
    locker: leasesOf(database, holder),
    lockDrainTimeout: drainMs,
    disableTerminationForFinishedUploads: true,
    getFileIdFromRequest: () => (exchange.name === null ? undefined : decodeUploadName(exchange.name)?.id),
    generateUrl: (_request, { id }) => uploadUrl(exchange.request, exchange.base, { to: negotiation.intent.to, id }),
    namingFunction: (_request, metadata) => negotiation.begin(metadata ?? {}),
    // NOTE: 0 would mean that there is no limit.
    maxSize: (_request, id) => (id === null ? config.fileSizeLimit : Math.max(1, negotiation.rules.maximumBytes)),
    onIncomingRequest: async (_request, id) => {
      if (exchange.name !== null) await negotiation.resume(id)
    },
    onUploadCreate: async (_request, { size = null }) => {
      await negotiation.judge(size)
      return {}
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error) return undefined
      const { status, message } = report(storage, error)
      return { status_code: status, body: message }
    },
  })
}

function report({ observe }: StorageService, thrown: unknown): StorageError {
  if (thrown instanceof BlobStoreFullError) observe({ kind: 'storage.full' })
  const error = toStorageError(thrown)
  const { code, status } = error
  if (status >= 500) observe({ kind: 'storage.failed', code, status, error: thrown })
  else observe({ kind: 'storage.refused', code, status })
  return error
}

/** Learns who sends what to where, step by step as the protocol gets to know it. */
class Negotiation {
  readonly #storage: StorageService
  readonly #exchange: Exchange
  #sender: Sender | null = null
  #intent: Intent | null = null
  #rules: Rules | null = null

  constructor(storage: StorageService, exchange: Exchange) {
    this.#storage = storage
    this.#exchange = exchange
  }

  get sender(): Sender {
    return known(this.#sender)
  }

  get intent(): Intent {
    return known(this.#intent)
  }

  get rules(): Rules {
    return known(this.#rules)
  }

  /** A new upload: its id. @throws {StorageError} */
  async begin(metadata: UploadMetadata): Promise<string> {
    this.#storage.assertWritable()
    const to = targetOf(metadata)
    this.#sender = await this.#identify(to)
    const isUpsert = this.#sender.isUpsert ?? this.#exchange.request.headers['x-upsert'] === 'true'
    await this.#intend({ to, metadata, size: null, isUpsert })
    return randomUUID()
  }

  /** By the sender's policies. @throws {StorageError} @throws {DatabaseError} */
  async judge(size: number | null): Promise<void> {
    const { database, config } = this.#storage
    if (size !== null && size > this.rules.maximumBytes) throw storageErrors.tooLarge()
    const { to, metadata, isUpsert } = this.intent
    const { owner, judge } = this.sender
    const { type } = fieldsOf(metadata, config)
    const row = toRow({ to, owner }, { version: randomUUID(), type, size, md5: null })
    await rehearseStoring(database, judge, row, isUpsert)
  }

  async create(id: string, size: number | null, holder: string): Promise<void> {
    const { config, database, quota } = this.#storage
    const { owner, judge } = this.sender
    const { seconds } = config.resumable
    const openPerOwner = judge.role === 'service_role' ? Number.MAX_SAFE_INTEGER : config.resumable.openPerOwner
    const room = quota.begin(owner, { id, seconds })
    try {
      await room.cover(size ?? 0)
      const upload = { ...this.intent, id, owner, size, isSigned: this.#exchange.isSigned }
      const isTaken = await insertUpload(database, upload, { holder, seconds, openPerOwner })
      if (!isTaken) throw storageErrors.tooManyUploads()
    } catch (error) {
      await room.release()
      throw error
    }
  }

  /** An upload that is there, for whoever may go on with it. @throws {StorageError} NoSuchUpload, AccessDenied */
  async resume(id: string): Promise<void> {
    const upload = await readUpload(this.#storage.database, id)
    if (upload === null || !this.#isAddressOf(upload)) throw storageErrors.noSuchUpload()
    const { method } = this.#exchange.request
    this.#sender = await this.#identify(upload.to)
    const isTheirs = this.sender.owner.text === upload.owner.text || this.sender.judge.role === 'service_role'
    if (!isTheirs) throw storageErrors.accessDenied('new row violates row-level security policy')
    if (method === 'HEAD') return
    this.#sender = { ...this.#sender, owner: upload.owner }
    await this.#intend(upload)
    if (!upload.isFinished) await this.judge(upload.size)
    if (method === 'PATCH') this.#storage.assertWritable()
  }

  #isAddressOf({ to, isSigned }: ResumableUpload): boolean {
    const asked = decodeUploadName(this.#exchange.name ?? '')?.to
    return asked?.bucketId === to.bucketId && asked.name === to.name && isSigned === this.#exchange.isSigned
  }

  async #intend(intent: Intent): Promise<void> {
    const { database, config } = this.#storage
    const bucket = await readBucketRules(database, this.sender.service, intent.to.bucketId)
    if (bucket === null) throw storageErrors.noSuchBucket()
    this.#intent = intent
    this.#rules = rulesFor(this.#storage, bucket, intent.to, fieldsOf(intent.metadata, config).type)
  }

  async #identify(to: ObjectAddress): Promise<Sender> {
    const { request, isSigned } = this.#exchange
    const operation = operations[request.method] ?? 'storage.tus.upload.get'
    if (isSigned) return this.#readSignature(to, serviceSession(operation))
    const { owner, session, service } = await callerOf(this.#storage.identify, request, operation)
    return { owner, judge: session, service, isUpsert: null }
  }

  /** Whoever signed was allowed to store here; the signature is the permission. */
  async #readSignature(to: ObjectAddress, service: Session): Promise<Sender> {
    const token = this.#exchange.request.headers['x-signature']
    if (typeof token !== 'string') throw storageErrors.invalidSignature('Missing x-signature header')
    const grant = await this.#storage.tokens.verify(token, 'upload', `${to.bucketId}/${to.name}`)
    return { owner: toOwner(grant.owner), judge: service, service, isUpsert: grant.upsert }
  }
}

function known<T>(value: T | null): T {
  if (value === null) throw new Error('The protocol asked for what it has not told yet')
  return value
}
