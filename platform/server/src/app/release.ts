/** Which release runs: `release.json` at the root, or the version of package.json. */

import { join } from 'node:path'

import { readIfThere } from '../read-if-there.ts'

export interface Release {
  readonly version: string
  readonly releaseNotes: string
  /** Clients must update before they go on. */
  readonly forced: boolean
}

const semver = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

/** @throws {Error} when a file is there and has another form */
export async function readRelease(root: string): Promise<Release> {
  const fields = { ...(await readJson(join(root, 'package.json'))), ...(await readJson(join(root, 'release.json'))) }
  const { version = '5.0.0', releaseNotes = '', forced = false } = fields
  if (typeof version !== 'string' || !semver.test(version))
    throw new Error('release.json: "version" must be like 5.0.0')
  if (typeof releaseNotes !== 'string') throw new Error('release.json: "releaseNotes" must be a text')
  if (typeof forced !== 'boolean') throw new Error('release.json: "forced" must be true or false')
  return { version, releaseNotes, forced }
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  const text = await readIfThere(file)
  if (text === null) return {}
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (error) {
    throw new Error(`${file} is not JSON`, { cause: error })
  }
}
