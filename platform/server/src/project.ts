/** What a product in the hosted service's layout says about itself: `config.toml`, as far as it concerns this server. */

import { join } from 'node:path'

import { parse, TomlError, type TomlTable } from 'smol-toml'

import { readIfThere } from './read-if-there.ts'

export interface Project {
  readonly schemas: readonly string[]
  readonly extraSearchPath: readonly string[]
  readonly maxRows: number
  /** By function name, where the file says so. */
  readonly verifyJwt: Readonly<Record<string, boolean>>
  /** Characters; null leaves it to the service. */
  readonly minimumPasswordLength: number | null
  /** How mails call the product. */
  readonly senderName: string | null
}

/** The file is there and cannot be used. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError'
}

const defaults: Project = {
  schemas: ['public'],
  extraSearchPath: ['public', 'extensions'],
  maxRows: 1_000,
  verifyJwt: {},
  minimumPasswordLength: null,
  senderName: null,
}

/** A product without a `config.toml` has the hosted service's defaults. @throws {ProjectError} */
export async function readProject(folder: string): Promise<Project> {
  const file = join(folder, 'config.toml')
  const text = await readIfThere(file)
  if (text === null) return defaults
  try {
    return toProject(parse(text))
  } catch (error) {
    if (!(error instanceof TomlError) && !(error instanceof ProjectError)) throw error
    throw new ProjectError(`${file} is wrong: ${error.message}`, { cause: error })
  }
}

function toProject(toml: TomlTable): Project {
  const api = tableAt(toml, 'api')
  const auth = tableAt(toml, 'auth')
  const senderName = tableAt(tableAt(auth, 'email'), 'smtp')['sender_name']
  return {
    schemas: namesAt(api, 'schemas') ?? defaults.schemas,
    extraSearchPath: namesAt(api, 'extra_search_path') ?? defaults.extraSearchPath,
    maxRows: wholeAt(api, 'max_rows') ?? defaults.maxRows,
    verifyJwt: verifyJwtOf(tableAt(toml, 'functions')),
    minimumPasswordLength: wholeAt(auth, 'minimum_password_length'),
    senderName: typeof senderName === 'string' ? senderName : null,
  }
}

function tableAt(parent: TomlTable, key: string): TomlTable {
  const value = parent[key] ?? {}
  if (typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)) return value
  throw new ProjectError(`"${key}" must be a table`)
}

function namesAt(table: TomlTable, key: string): readonly string[] | undefined {
  const value = table[key]
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value
  throw new ProjectError(`"${key}" must be a list of names`)
}

function verifyJwtOf(functions: TomlTable): Record<string, boolean> {
  const said: Record<string, boolean> = {}
  for (const name of Object.keys(functions)) {
    const value = tableAt(functions, name)['verify_jwt']
    if (value === undefined) continue
    if (typeof value !== 'boolean') throw new ProjectError(`"verify_jwt" of ${name} must be true or false`)
    said[name] = value
  }
  return said
}

function wholeAt(table: TomlTable, key: string): number | null {
  const value = table[key]
  if (value === undefined) return null
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value
  throw new ProjectError(`"${key}" must be a positive whole number`)
}
