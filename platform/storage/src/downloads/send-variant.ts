/** From a stored picture to the variant of it that an address and a browser ask for. */
import { clientNetwork } from '@platform/http'
import type { FastifyReply } from 'fastify'

import { BlobMissingError, bytesOf, objectBlob, release } from '../blobs/blob-store.ts'
import type { ObjectRecord } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { chooseFormat, type FormatChoice } from '../images/formats.ts'
import { expectedImage, isDecodable, sniffBytes, sniffImage, type ImageType } from '../images/sniff.ts'
import { checkTransformation, describeTransformation, type Transformation } from '../images/transformation.ts'
import { variantHash } from '../images/variants.ts'
import { bareType } from '../names/mime.ts'
import type { StorageService } from '../service.ts'
import { isFresh } from './conditional.ts'
import { setContent, setFreshness, validatorsOf } from './headers.ts'
import { offerAgain, withPresentBlob, type Sending } from './send-object.ts'

/** @throws {StorageError} */
export async function sendVariant(
  storage: StorageService,
  sending: Sending,
  wanted: Transformation,
): Promise<FastifyReply> {
  const { images } = storage.config
  if (!images.isEnabled) throw storageErrors.featureDisabled('imageTransformation')
  const transformation = checkTransformation(wanted, images)
  return withPresentBlob(storage, sending.find, (object) => sendOne(storage, sending, object, transformation))
}

async function sendOne(
  storage: StorageService,
  sending: Sending,
  object: ObjectRecord,
  wanted: Transformation,
): Promise<FastifyReply> {
  const { request, reply, audience, download } = sending
  const { version } = object
  if (version === null) throw new BlobMissingError(object.name)
  const choice = chooseFormat(wanted, request.headers.accept, await pictureTypeOf(storage, object, version))
  const { lastModified } = validatorsOf(object)
  const readers = { audience, hasEdge: storage.hasEdge, config: storage.config }
  offerAgain(storage, sending, object)
  reply.header('vary', 'Accept').header('x-transformations', describeTransformation(wanted))
  // Whichever of the two the reader has is good: both are this picture.
  const tags = request.headers['if-none-match'] === undefined ? [] : tagsOf(version, wanted, choice)
  const known = tags.find((etag) => isFresh(request.headers, { etag, lastModified: null }))
  if (known !== undefined) {
    setFreshness(reply, readers, { validators: { etag: known, lastModified }, object })
    return reply.code(304).send()
  }
  const admit = () => {
    if (!storage.variantRate.take(clientNetwork(request.ip))) throw storageErrors.slowDown()
  }
  const { blob, format, etag } = await storage.variants.find({ version, wanted, choice, admit })
  setFreshness(reply, readers, { validators: { etag, lastModified }, object })
  setContent(reply, `image/${format}`, { download })
  reply.header('content-length', blob.size)
  if (request.method !== 'HEAD') return reply.send(blob.body)
  release(blob)
  return reply.send()
}

/**
 * What is stored under another name than a picture's may be one all the same: clients call bytes `text/plain`.
 * @throws {StorageError} InvalidRequest, EntityTooLarge for what is not worth opening
 */
async function pictureTypeOf(storage: StorageService, { metadata }: ObjectRecord, version: string): Promise<ImageType> {
  const type = bareType(metadata?.mimetype ?? '')
  const source = expectedImage(type) ?? (await sniffBlob(storage, version))
  if (source === null || !isDecodable(source)) throw storageErrors.notTransformable(type)
  if ((metadata?.size ?? 0) > storage.config.images.maximumBytes) throw storageErrors.tooLarge()
  return source
}

async function sniffBlob({ blobs }: StorageService, version: string): Promise<ImageType | null> {
  const head = await blobs.read(objectBlob(version), { start: 0, end: sniffBytes - 1 })
  return sniffImage(await bytesOf(head))
}

function tagsOf(version: string, wanted: Transformation, { first, better }: FormatChoice): readonly string[] {
  const formats = better === null ? [first] : [better, first]
  return formats.map((format) => `"${variantHash(version, wanted, format)}"`)
}
