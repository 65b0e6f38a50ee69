/**
 * One database and one store of files belong together: each holds the name of the other. A database that was set up anew, or
 * reached by a wrong address, knows none of the blobs; a node with a folder of its own has none that the others know.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import { serviceSession } from '../access/session.ts'
import { BlobMissingError, bytesOf, objectBlob } from '../blobs/blob-store.ts'
import type { StorageService } from '../service.ts'

export type StoreOwner = 'this database' | 'another database' | 'no node of this store'

/** A blob that no upload can name. */
export const storeMark = objectBlob('00000000-0000-0000-0000-000000000000')

const session = serviceSession('storage.object.delete')

/** The first store that asks is the database's from then on; nodes that begin together ask one after the other. */
export function ownerOfStore(
  blobs: StorageService['blobs'],
  database: StorageService['database'],
): Promise<StoreOwner> {
  return database.write(session, async (tx) => {
    const query = 'select id, store from storage.installation for update'
    const [installation] = await tx.query<{ id: string; store: string | null }>(query)
    if (!installation) throw new Error('storage.installation is empty')
    const { id, store: known } = installation
    const marked = await readMark(blobs)
    if (marked && marked.id !== id) return 'another database'
    if (known !== null) return marked?.store === known ? 'this database' : 'no node of this store'
    const store = marked?.store ?? randomUUID()
    if (!marked) await blobs.write(storeMark, Readable.from([Buffer.from(`${id} ${store}`)]))
    await tx.execute('update storage.installation set store = $1', [store])
    return 'this database'
  })
}

async function readMark(blobs: StorageService['blobs']): Promise<{ id: string; store: string | undefined } | null> {
  try {
    const [id = '', store] = (await bytesOf(await blobs.read(storeMark))).toString().split(' ')
    return { id, store }
  } catch (error) {
    if (error instanceof BlobMissingError) return null
    throw error
  }
}
