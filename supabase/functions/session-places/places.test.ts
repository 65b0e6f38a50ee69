import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { networksOf } from '../../../tests/e2e/support/networks.ts'
import { openPlaces } from './places.ts'

test('a file that could not be read once is read again, though nobody has changed it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'networks-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'city.mmdb')
  vi.stubEnv('GEOIP_DATABASE_FILE', file)
  onTestFinished(() => void vi.unstubAllEnvs())
  const write = async (content: string | Buffer) => {
    await writeFile(file, content)
    await utimes(file, 1_000_000, 1_000_000)
  }
  await write('')
  expect(await openPlaces()).toBeNull()
  await write(networksOf(10, { city: { names: { fr: 'Ouidah' } }, country: { iso_code: 'BJ' } }, 'DBIP-City-Lite'))
  expect((await openPlaces())?.placeOf('10.0.0.1')).toEqual({ city: 'Ouidah', country: 'BJ' })
})
