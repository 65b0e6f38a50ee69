import type { Owner } from '../access/session.ts'
/** An upload as the row that it is to become. */
import type { NewObject, ObjectAddress } from '../catalog/objects.ts'
import type { ImageFacts } from '../images/measure.ts'
import type { BodyFields } from './incoming-body.ts'

type RowFacts = Partial<BodyFields> & {
  readonly version: string
  readonly type: string
  /** Null where only the end will tell. */
  readonly size: number | null
  /** Null before the bytes are there. */
  readonly md5: string | null
  readonly facts?: ImageFacts | null
}

export function toRow({ to, owner }: { to: ObjectAddress; owner: Owner }, row: RowFacts): NewObject {
  const { version, type, size, md5, facts = null, userMetadata = null } = row
  const { cacheControl, contentEncoding, robotsTag } = row
  return {
    ...to,
    owner,
    version,
    metadata: {
      ...(md5 !== null && { eTag: `"${md5}"`, lastModified: new Date().toISOString(), httpStatusCode: 200 }),
      ...(size !== null && { size, contentLength: size }),
      mimetype: type,
      ...(cacheControl !== undefined && { cacheControl }),
      ...(contentEncoding && { contentEncoding }),
      ...(robotsTag && { xRobotsTag: robotsTag }),
    },
    userMetadata: facts === null ? userMetadata : { ...userMetadata, ...facts },
  }
}
