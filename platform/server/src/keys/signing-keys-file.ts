/** The operator's own signing keys: what `signing_keys_path` of config.toml names, as the hosted service's command line writes it. */

import { resolve } from 'node:path'

import type { KeysOptions } from '@platform/auth'

import { ProjectError, type Project } from '../project.ts'
import { readIfThere } from '../read-if-there.ts'

type SigningKeys = NonNullable<KeysOptions['importedKeys']>

const algorithms = new Set(['ES256', 'RS256'])

/** @returns undefined where the project names no file @throws {ProjectError} when the file it names is of no use */
export async function readSigningKeys(
  folder: string,
  { signingKeysPath }: Pick<Project, 'signingKeysPath'>,
): Promise<SigningKeys | undefined> {
  if (signingKeysPath === null) return undefined
  const file = resolve(folder, signingKeysPath)
  const keys = parseSigningKeys((await readIfThere(file)) ?? '')
  if (keys !== null) return keys
  throw new ProjectError(
    `${file}, which signing_keys_path names, must be a list of private JWKs with different "kid"s and "alg" ES256 or RS256`,
  )
}

/**
 * @param text JSON: a list of private JWKs (RFC 7517) with `kid` and `alg`, ES256 or RS256; the first signs
 * @returns null when it is anything else
 */
function parseSigningKeys(text: string): SigningKeys | null {
  const keys = parseList(text)
  const isFit = keys !== null && keys.length > 0 && keys.every(isSigningKey)
  return isFit && new Set(keys.map(({ kid }) => kid)).size === keys.length ? keys : null
}

function parseList(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function isSigningKey(value: unknown): value is SigningKeys[number] {
  if (typeof value !== 'object' || value === null) return false
  const { kid, alg, d } = value as Record<string, unknown>
  return typeof kid === 'string' && kid !== '' && algorithms.has(String(alg)) && typeof d === 'string'
}
