/** Bytes out: public, by the caller's rights, by a signed address, as they are or as a variant (WIRE §3.4, §3.6). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Operation } from '../access/operations.ts'
import { callerOf, readerOf } from '../access/session.ts'
import { callersObject, publicObject, signedObject } from '../downloads/find-object.ts'
import { refuseActiveUse } from '../downloads/headers.ts'
import { sendObject, type Sending } from '../downloads/send-object.ts'
import { sendVariant } from '../downloads/send-variant.ts'
import { storageErrors } from '../errors.ts'
import { transformationSchema, type Transformation } from '../images/transformation.ts'
import type { StorageService } from '../service.ts'
import { addressOf, tokenOf, urlOf, type ObjectParams } from './address.ts'

interface Download {
  Params: ObjectParams
  Querystring: { download?: string; token?: string }
}

interface Render {
  Params: ObjectParams
  Querystring: Transformation & { download?: string }
}

type Source = (request: FastifyRequest<Download>) => Promise<Pick<Sending, 'find' | 'audience'> & SignedTransformation>
interface SignedTransformation {
  readonly transformation?: Transformation | undefined
}

const query = { download: { type: 'string' }, token: { type: 'string' } } as const
const schema = { querystring: { type: 'object', properties: query } } as const
const renderSchema = { querystring: { type: 'object', properties: { ...query, ...transformationSchema } } } as const

export function addDownloadRoutes(fastify: FastifyInstance, storage: StorageService): void {
  const sources = sourcesOf(storage)

  const addObjectRoute = (url: string, source: Source) =>
    fastify.route<Download>({
      method: ['GET', 'HEAD'],
      url,
      schema,
      handler: async (request, reply) => {
        refuseActiveUse(request)
        const found = await source(request)
        // An address signed for a variant does not open the original.
        if (found.transformation !== undefined) throw storageErrors.invalidSignature()
        return sendObject(storage, sendingOf(request, reply, found))
      },
    })

  const addImageRoute = (url: string, source: Source, isSigned: boolean) =>
    fastify.route<Render>({
      method: ['GET', 'HEAD'],
      url,
      schema: isSigned ? schema : renderSchema,
      handler: async (request, reply) => {
        refuseActiveUse(request)
        const found = await source(request)
        const wanted = isSigned ? (found.transformation ?? {}) : transformationOf(request.query)
        return sendVariant(storage, sendingOf(request, reply, found), wanted)
      },
    })

  addObjectRoute('/object/public/:bucket/*', sources.open)
  addObjectRoute('/object/authenticated/:bucket/*', sources.own('storage.object.get_authenticated'))
  addObjectRoute('/object/sign/:bucket/*', sources.signed)
  addObjectRoute('/object/:bucket/*', sources.anybodys('storage.object.get_authenticated'))
  addImageRoute('/render/image/public/:bucket/*', sources.open, false)
  addImageRoute('/render/image/authenticated/:bucket/*', sources.own('storage.render.image_authenticated'), false)
  addImageRoute('/render/image/sign/:bucket/*', sources.signed, true)
}

function sourcesOf(storage: StorageService) {
  const { identify, tokens } = storage
  const open: Source = async ({ params }) => ({
    find: publicObject(storage, addressOf(params)),
    audience: { kind: 'everybody' },
  })
  const own =
    (operation: Operation): Source =>
    async (request) => {
      const caller = await callerOf(identify, request, operation)
      return { find: callersObject(storage, addressOf(request.params), caller), audience: { kind: 'caller' } }
    }
  const anybodys =
    (operation: Operation): Source =>
    async (request) => {
      const caller = await readerOf(identify, request, operation)
      return { find: callersObject(storage, addressOf(request.params), caller), audience: { kind: 'caller' } }
    }
  const signed: Source = async (request) => {
    const at = addressOf(request.params)
    const grant = await tokens.verify(tokenOf(request.query), 'download', urlOf(at))
    const audience = { kind: 'holder', until: grant.exp } as const
    return { find: signedObject(storage, at), audience, transformation: grant.transformations }
  }
  return { open, own, anybodys, signed }
}

function sendingOf(
  request: FastifyRequest<{ Querystring: { download?: string } }>,
  reply: FastifyReply,
  { find, audience }: Pick<Sending, 'find' | 'audience'>,
): Sending {
  return { request, reply, find, audience, download: request.query.download }
}

function transformationOf({ width, height, resize, format, quality }: Transformation): Transformation {
  return { width, height, resize, format, quality }
}
