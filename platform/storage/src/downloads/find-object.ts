import { serviceSession, type Caller } from '../access/session.ts'
/** Which object a reader may have (WIRE §3.2). */
import { readObject, type ObjectAddress, type ObjectRecord } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import type { StorageService } from '../service.ts'

/** Finds an object; again after its blob turned out to have been replaced meanwhile. */
export type FindObject = (isAgain: boolean) => Promise<ObjectRecord>

/** Of a public bucket, for everybody. A private bucket is not told from one that does not exist. */
export function publicObject({ lookups }: StorageService, at: ObjectAddress): FindObject {
  return async (isAgain) => {
    const view = isAgain ? await lookups.refresh(at) : await lookups.find(at)
    if (view === null || !view.isPublic) throw storageErrors.noSuchBucket()
    if (view.object === null) throw storageErrors.noSuchKey()
    return view.object
  }
}

/** Of any bucket: openly where it is public, else as far as the caller's policies go. */
export function callersObject(storage: StorageService, at: ObjectAddress, caller: Caller): FindObject {
  return async (isAgain) => {
    const view = isAgain ? await storage.lookups.refresh(at) : await storage.lookups.find(at)
    if (view === null || (!view.isPublic && !caller.isIdentified)) throw storageErrors.noSuchBucket()
    const object = view.isPublic ? view.object : await readObject(storage.database, caller.session, at)
    if (object === null) throw storageErrors.noSuchKey()
    return object
  }
}

/** For the holder of a signed address: whoever signed it was allowed to read. */
export function signedObject(storage: StorageService, at: ObjectAddress): FindObject {
  return async () => {
    const object = await readObject(storage.database, serviceSession('storage.object.get_signed'), at)
    if (object === null) throw storageErrors.noSuchKey()
    return object
  }
}
