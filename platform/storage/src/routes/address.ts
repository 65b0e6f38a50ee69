import type { ObjectAddress } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { checkKey } from '../names/names.ts'

/** Parameters of `/…/:bucket/*`. */
export interface ObjectParams {
  bucket: string
  '*': string
}

export interface BucketParams {
  bucket: string
}

/** @throws {StorageError} InvalidKey */
export function addressOf(params: ObjectParams): ObjectAddress {
  return { bucketId: params.bucket, name: checkKey(params['*']) }
}

export const urlOf = ({ bucketId, name }: ObjectAddress): string => `${bucketId}/${name}`

/** A signed address is asked for as it will be requested: a name that no upload would take still finds nothing. */
export function tokenOf(query: { token?: string | undefined }): string {
  if (!query.token) throw storageErrors.invalidRequest("querystring must have required property 'token'")
  return query.token
}
