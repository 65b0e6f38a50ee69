/** What `Upload-Metadata` says about the object to be (WIRE §3.7). */
import type { ObjectAddress } from '../catalog/objects.ts'
import type { StorageConfig } from '../config.ts'
import { storageErrors } from '../errors.ts'
import { checkKey } from '../names/names.ts'
import { readUserMetadata, type BodyFields } from '../uploads/incoming-body.ts'
import type { UploadMetadata } from './upload-rows.ts'

/** @throws {StorageError} InvalidRequest, InvalidKey */
export function targetOf(metadata: UploadMetadata): ObjectAddress {
  const { bucketName, objectName } = metadata
  if (!bucketName || !objectName) throw storageErrors.invalidRequest('Upload-Metadata needs bucketName and objectName')
  return { bucketId: bucketName, name: checkKey(objectName) }
}

export function fieldsOf(metadata: UploadMetadata, config: StorageConfig): BodyFields {
  const { contentType, cacheControl, metadata: json } = metadata
  return {
    type: contentType ?? 'application/octet-stream',
    cacheControl: /^\d{1,12}$/.test(cacheControl ?? '') ? `max-age=${cacheControl}` : 'no-cache',
    contentEncoding: null,
    userMetadata: json ? readUserMetadata(json, config) : null,
  }
}
