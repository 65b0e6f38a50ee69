/** How much one person may store: bytes on their way count as if they were there already (THREATS S-09). */
import { randomUUID } from 'node:crypto'

import type { Database } from '@platform/database'

import { serviceSession, type Owner } from '../access/session.ts'
import { storageErrors } from '../errors.ts'

export interface Quota {
  /** Asks for nothing yet. What nobody owns is not counted. */
  begin(owner: Owner, terms?: ReservationTerms): Reservation
}

export interface ReservationTerms {
  /** Where it outlives the request that began it: by this name it is found again. */
  readonly id?: string
  /** When it ends by itself, from now. */
  readonly seconds?: number
}

export interface Reservation {
  /** Room for so many bytes in all, or for as many of them as there is. */
  expect(bytes: number): Promise<void>
  /** Room for so many bytes in all. @throws {StorageError} EntityTooLarge */
  readonly cover: (bytes: number) => Promise<void> | void
  /** After the object's row is there, so that no moment sees neither; or when there will be none. */
  release(): Promise<void>
}

const session = serviceSession('storage.object.upload')
const exceeded = 'The storage of this account is full'
// Bytes that come without their number are asked for in steps.
const step = 8 * 1_048_576
// Longer than any request may take.
const defaultSeconds = 1_800

const unlimited: Reservation = {
  expect: () => Promise.resolve(),
  cover: () => {},
  release: () => Promise.resolve(),
}

/** @param room bytes per owner; null for no limit */
export function createQuota(database: Database, room: number | null): Quota {
  return {
    begin: ({ text: owner }, terms = {}) =>
      owner === null || room === null ? unlimited : reservationOf({ database, owner, room }, terms),
  }
}

function reservationOf(
  { database, owner, room }: { database: Database; owner: string; room: number },
  { id: known, seconds = defaultSeconds }: ReservationTerms,
): Reservation {
  const id = known ?? randomUUID()
  let granted = 0
  let isAsked = known !== undefined
  const ask = async (wanted: number) => {
    isAsked = true
    const text = 'select storage.reserve_quota($1, $2, $3, $4, $5)'
    const { rows } = await database.once(session, { text, params: [id, owner, wanted, room, seconds] }, 'write')
    granted = Number(rows[0]?.[0] ?? 0)
  }
  const grow = async (bytes: number) => {
    await ask(granted === 0 ? bytes : bytes + step)
    if (granted < bytes) throw storageErrors.tooLarge(exceeded)
  }
  return {
    expect: (bytes) => (bytes > granted ? ask(bytes) : Promise.resolve()),
    cover: (bytes) => (bytes <= granted ? undefined : grow(bytes)),
    // A reservation that cannot be given back now ends by itself.
    release: async () => {
      if (isAsked) await releaseQuota(database, id).catch(() => {})
    },
  }
}

async function releaseQuota(database: Database, id: string): Promise<void> {
  await database.once(session, { text: 'delete from storage.quota_reservations where id = $1', params: [id] }, 'write')
}
