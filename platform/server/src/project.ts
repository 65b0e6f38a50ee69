/** What a product in the hosted service's layout says about itself: `config.toml`, as far as it concerns this server. */

import { join } from 'node:path'

import { parseHookUri, type HookFunction, type MailBrand, type MailColours } from '@platform/auth'
import type { Schedule } from '@platform/functions'
import { parse, TomlError, type TomlTable } from 'smol-toml'

import { isRoute } from './app/routes.ts'
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
  /** How mails look: `brand.toml`, a file of its own because the hosted service's command line knows no such table. */
  readonly brand: MailBrand | null
  /** Under which name presences and broadcasts carry their verified sender; null leaves it to the service. */
  readonly subjectField: string | null
  /** Functions that have their word in signing in, by their name in the file. */
  readonly hooks: Readonly<Partial<Record<HookName, HookFunction>>>
  /** Functions that are called again and again: `schedules.toml`, since the hosted service keeps its own in its database. */
  readonly schedules: readonly Schedule[]
  /** Functions of the database whose answers are metrics: rows of name, help, labels and value. */
  readonly figures: readonly { readonly name: string; readonly everyMs: number }[]
  /** Tables (`posts`) and functions (`rpc/trending`) whose answers to visitors depend on the address alone. */
  readonly visitorsReads: readonly string[]
  /** The function that knows the heads of pages, and which pages have one. */
  readonly pages: {
    readonly headFunction: string
    readonly paths: readonly string[]
    readonly awaited: readonly string[]
  } | null
  /** Codes of phone numbers that exist for tests only. */
  readonly testCodes: Readonly<Record<string, string>>
  /** Roles, beside those that all products have, of keys that the operator makes. */
  readonly keyRoles: readonly string[]
  /** A file of the operator's own signing keys, beside `config.toml` unless it says otherwise; null for the server's own. */
  readonly signingKeysPath: string | null
}

const hookNames = ['custom_access_token', 'mfa_verification_attempt', 'password_verification_attempt'] as const
export type HookName = (typeof hookNames)[number]

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
  brand: null,
  subjectField: null,
  hooks: {},
  schedules: [],
  figures: [],
  visitorsReads: [],
  pages: null,
  testCodes: {},
  keyRoles: [],
  signingKeysPath: null,
}

/** A product without a `config.toml` has the hosted service's defaults. @throws {ProjectError} */
export async function readProject(folder: string): Promise<Project> {
  const config = await readToml(join(folder, 'config.toml'), toProject)
  const brand = await readToml(join(folder, 'brand.toml'), toBrand)
  const schedules = await readToml(join(folder, 'schedules.toml'), toSchedules)
  return { ...(config ?? defaults), brand, schedules: schedules ?? [] }
}

async function readToml<T>(file: string, read: (toml: TomlTable) => T): Promise<T | null> {
  const text = await readIfThere(file)
  if (text === null) return null
  try {
    return read(parse(text))
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
    brand: null,
    subjectField: fieldAt(tableAt(toml, 'realtime'), 'subject_field'),
    hooks: hooksOf(tableAt(auth, 'hook')),
    schedules: [],
    figures: figuresOf(tableAt(toml, 'figures')),
    visitorsReads: namesAt(tableAt(toml, 'visitors'), 'reads') ?? defaults.visitorsReads,
    pages: pagesOf(tableAt(toml, 'pages')),
    testCodes: textsIn(tableAt(tableAt(auth, 'sms'), 'test_otp')),
    keyRoles: namesAt(tableAt(toml, 'keys'), 'roles') ?? defaults.keyRoles,
    signingKeysPath: textsIn(auth)['signing_keys_path'] ?? null,
  }
}

const fieldForm = /^\w{1,64}$/

function hooksOf(table: TomlTable): Project['hooks'] {
  const enabled = hookNames.filter((name) => tableAt(table, name)['enabled'] === true)
  return Object.fromEntries(enabled.map((name) => [name, hookAt(tableAt(table, name), name)]))
}

function hookAt({ uri }: TomlTable, name: string): HookFunction {
  const hook = typeof uri === 'string' ? parseHookUri(uri) : null
  if (hook !== null) return hook
  throw new ProjectError(`"uri" of the hook ${name} must be pg-functions://postgres/<schema>/<function>`)
}

function figuresOf(table: TomlTable): Project['figures'] {
  return Object.keys(table).map((name) => {
    const seconds = wholeAt(tableAt(table, name), 'every_seconds')
    if (seconds === null || !fieldForm.test(name)) throw new ProjectError(`"figures.${name}" needs "every_seconds"`)
    return { name, everyMs: seconds * 1000 }
  })
}

function pagesOf(table: TomlTable): Project['pages'] {
  const { head_function: headFunction } = table
  if (headFunction === undefined) return null
  const paths = namesAt(table, 'paths') ?? []
  const awaited = namesAt(table, 'awaited') ?? []
  if (typeof headFunction === 'string' && [...paths, ...awaited].every(isRoute)) return { headFunction, paths, awaited }
  throw new ProjectError('"pages" must have head_function, a name, and paths and awaited, lists of "/…" or "/…/:name"')
}

function fieldAt(table: TomlTable, key: string): string | null {
  const value = table[key]
  if (value === undefined) return null
  if (typeof value === 'string' && fieldForm.test(value)) return value
  throw new ProjectError(`"${key}" must be a name of letters, digits and underscores`)
}

const colourNames = ['background', 'surface', 'text', 'muted', 'line', 'accent', 'onAccent', 'code'] as const
const colourForm = /^#[0-9a-f]{6}$/i

function toBrand(toml: TomlTable): MailBrand {
  const strip = namesAt(toml, 'strip') ?? []
  if (!strip.every((colour) => colourForm.test(colour))) throw new ProjectError('"strip" must be a list of #rrggbb')
  const { mark = '' } = textsIn(toml)
  return { mark, strip, light: coloursAt(toml, 'light'), dark: coloursAt(toml, 'dark') }
}

function coloursAt(toml: TomlTable, theme: string): MailColours {
  const given = textsIn(tableAt(toml, theme))
  const missing = colourNames.find((name) => !colourForm.test(given[name] ?? ''))
  if (missing !== undefined) throw new ProjectError(`"${theme}.${missing}" must be a colour, #rrggbb`)
  return given as unknown as MailColours
}

function toSchedules(toml: TomlTable): Schedule[] {
  return Object.keys(toml).map((name) => {
    const table = tableAt(toml, name)
    const { in_every_process: isEverywhere = false, woken_by: wokenBy } = table
    const seconds = wholeAt(table, 'every_seconds')
    if (seconds === null) throw new ProjectError(`"${name}" needs "every_seconds"`)
    if (typeof isEverywhere !== 'boolean') throw new ProjectError(`"in_every_process" of ${name} must be true or false`)
    const isChannel = wokenBy === undefined || (typeof wokenBy === 'string' && fieldForm.test(wokenBy))
    if (!isChannel) throw new ProjectError(`"woken_by" of ${name} must be a name of letters, digits and underscores`)
    const due = dueOf(table, name)
    const schedule = { name, everyMs: seconds * 1000, isEverywhere }
    return Object.assign(schedule, due && { due }, typeof wokenBy === 'string' && { wokenBy })
  })
}

const functionForm = /^[a-z_]\w{0,62}\.[a-z_]\w{0,62}$/

function dueOf(table: TomlTable, name: string): Schedule['due'] | null {
  const { due_by: by, anyway_seconds: anyway } = table
  if (by === undefined && anyway === undefined) return null
  const seconds = wholeAt(table, 'anyway_seconds')
  if (typeof by === 'string' && functionForm.test(by) && seconds !== null) return { by, anywayMs: seconds * 1000 }
  throw new ProjectError(
    `"due_by" of ${name} must be <schema>.<function>, and both "due_by" and "anyway_seconds" are needed`,
  )
}

function textsIn(table: TomlTable): Record<string, string> {
  const texts = Object.entries(table).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
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
