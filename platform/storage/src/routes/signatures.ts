/** Signed addresses are made here: one, many, and for uploads (WIRE §3.4). */
import type { FastifyInstance } from 'fastify'

import { callerOf, type Caller } from '../access/session.ts'
import { readObject, rehearseStoring, visibleNames, type NewObject } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { checkTransformation, transformationSchema, type Transformation } from '../images/transformation.ts'
import type { StorageService } from '../service.ts'
import { addressOf, urlOf, type BucketParams, type ObjectParams } from './address.ts'

const oneBody = {
  type: 'object',
  properties: {
    expiresIn: { type: 'integer', minimum: 1, maximum: 3_153_600_000 },
    transform: { type: 'object', properties: transformationSchema },
  },
  required: ['expiresIn'],
} as const

/** Each takes a signature. The original signs as many as a body holds, and was tried with 10 001. */
const MOST_AT_ONCE = 1_000
const MOST_AS_UPSTREAM = 20_000

const manyBody = {
  type: 'object',
  properties: {
    expiresIn: oneBody.properties.expiresIn,
    paths: { type: 'array', items: { type: 'string' }, minItems: 1 },
  },
  required: ['expiresIn', 'paths'],
} as const

interface SignOne {
  Params: ObjectParams
  Body: { expiresIn: number; transform?: Transformation }
}

interface SignMany {
  Params: BucketParams
  Body: { expiresIn: number; paths: readonly string[] }
}

export function addSignatureRoutes(fastify: FastifyInstance, storage: StorageService): void {
  const { database, identify, tokens, config } = storage

  fastify.post<SignOne>('/object/sign/:bucket/*', { schema: { body: oneBody } }, async (request) => {
    const { session } = await callerOf(identify, request, 'storage.object.sign')
    const at = addressOf(request.params)
    const { expiresIn, transform } = request.body
    const transformations = checkTransformation(transform ?? {}, config.images)
    if ((await readObject(database, session, at)) === null) throw storageErrors.noSuchKey()
    const isPlain = Object.keys(transformations).length === 0
    const url = urlOf(at)
    const token = await tokens.sign({ scope: 'download', url, ...(!isPlain && { transformations }) }, expiresIn)
    return { signedURL: `${isPlain ? '/object' : '/render/image'}/sign/${url}?token=${token}` }
  })

  fastify.post<SignMany>('/object/sign/:bucket', { schema: { body: manyBody } }, async (request) => {
    const { session } = await callerOf(identify, request, 'storage.object.sign_many')
    const { expiresIn, paths } = request.body
    const most = config.answersAsUpstream ? MOST_AS_UPSTREAM : MOST_AT_ONCE
    if (paths.length > most) throw storageErrors.invalidRequest(`body/paths must NOT have more than ${most} items`)
    const { bucket } = request.params
    const distinct = [...new Set(paths)]
    const visible = await visibleNames(database, session, bucket, distinct)
    const sign = async (path: string) => {
      if (!visible.has(path)) return { error: invisible, path, signedURL: null }
      const url = urlOf({ bucketId: bucket, name: path })
      const token = await tokens.sign({ scope: 'download', url }, expiresIn)
      return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` }
    }
    const signed = new Map(await Promise.all(distinct.map(async (path) => [path, await sign(path)] as const)))
    return paths.map((path) => signed.get(path))
  })

  fastify.post<{ Params: ObjectParams }>('/object/upload/sign/:bucket/*', async (request) => {
    const caller = await callerOf(identify, request, 'storage.object.sign_upload_url')
    const to = addressOf(request.params)
    const upsert = request.headers['x-upsert'] === 'true'
    storage.assertWritable()
    await rehearseStoring(database, caller.session, rehearsalOf(to, caller), upsert)
    const url = urlOf(to)
    const owner = caller.owner.text
    const grant = { scope: 'upload', url, upsert, ...(owner !== null && { owner }) } as const
    const token = await tokens.sign(grant, config.uploadUrlSeconds)
    return { url: `/object/upload/sign/${url}?token=${token}`, token }
  })
}

const invisible = 'Either the object does not exist or you do not have access to it'

function rehearsalOf(to: Pick<NewObject, 'bucketId' | 'name'>, { owner }: Caller): NewObject {
  return { ...to, owner, version: 'rehearsal', metadata: {}, userMetadata: null }
}
