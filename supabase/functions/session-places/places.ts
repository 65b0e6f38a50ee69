/** A database of networks (MaxMind's format) on our own disk: a public address to a city. Nobody is asked over a network. */
import { readFile, stat } from 'node:fs/promises'

import { Reader, type CityResponse } from 'mmdb-lib'

import { accountSettings } from '../_shared/settings/account.ts'
import { readSettings } from '../_shared/settings/reader.ts'

interface Place {
  /** In French, else as the database has it; null where only the country is known. */
  readonly city: string | null
  /** ISO 3166 */
  readonly country: string
}

export interface Places {
  placeOf(address: string): Place | null
  /** Whose data it is, where their licence asks to be named. */
  readonly source: 'DB-IP' | null
}

let opened: { readonly file: string; readonly changed: number; readonly places: Promise<Places | null> } | null = null

/** Null where none is set, or it cannot be read. A file that was replaced is read anew. */
export async function openPlaces(): Promise<Places | null> {
  const { geoipDatabase: file } = readSettings(accountSettings)
  if (file === undefined) return null
  const changed = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
  if (changed === null) return null
  if (opened?.file !== file || opened.changed !== changed) opened = { file, changed, places: read(file) }
  const asked = opened
  const places = await asked.places
  // NOTE: a failure is forgotten: what hindered it need not have changed the file.
  if (places === null && opened === asked) opened = null
  return places
}

async function read(file: string): Promise<Places | null> {
  try {
    const reader = new Reader<CityResponse>(await readFile(file))
    return {
      placeOf: (address) => placeIn(reader, address),
      source: reader.metadata.databaseType.startsWith('DBIP') ? 'DB-IP' : null,
    }
  } catch {
    return null
  }
}

function placeIn(reader: Reader<CityResponse>, address: string): Place | null {
  const found = reader.get(address)
  const country = found?.country?.iso_code
  if (country === undefined) return null
  const names = found?.city?.names
  return { city: names?.fr ?? names?.en ?? null, country }
}
