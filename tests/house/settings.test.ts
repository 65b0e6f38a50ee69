/** Every variable that is read is declared, by one of the tables of settings; nothing else of the environment is known. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseEnv } from 'node:util'

import { readConfig, serverAreas, SettingsError, type Setting } from '@platform/server'
import { describe, expect, test } from 'vitest'

import { runtimeSettings, logSettings } from '../../supabase/functions/_shared/settings/runtime.ts'
import { productAreas } from '../../supabase/settings.ts'
import { root } from '../../tools/run-command.ts'
import { developmentSettings } from '../../tools/settings/development-settings.ts'

const areas = [...serverAreas, ...productAreas]
const settings: readonly Setting[] = areas.flatMap((area) => Object.values(area.settings))
const told = Object.values({ ...runtimeSettings, ...logSettings })
const declared = new Set([...settings, ...told, ...developmentSettings].map(({ name }) => name))

/** The only files of a running system that reach for the environment themselves. */
const readers: Readonly<Record<string, string>> = {
  'platform/server/src/settings/reader.ts': 'reads it',
  'supabase/functions/_shared/settings/reader.ts': 'reads it',
  'platform/server/src/start/start.ts': 'hands it to the reader, with .env',
  'platform/server/src/compose.ts': 'tells functions where they are',
  'platform/functions/src/deno/deno.ts': 'gives it to functions that are written for the hosted runtime',
  'platform/database/src/embedded/cluster.ts': 'passes PATH and TZ on, and finds a folder for its socket',
  'supabase/functions/_shared/image-engines/engine-settings.ts': 'forgets what is empty',
}
/** Of the machine, or between one process of the tests and another. */
const ofTheMachine = /^(?:PATH|TZ|TMPDIR|XDG_RUNTIME_DIR|CI|PG_SOCKET|PG_DATABASE|PUBLISHABLE_KEY)$/

const isOfTheSystem = (path: string) =>
  /^(?:platform\/[^/]+\/src|supabase\/(?:functions|seed)|engine\/src|app\/src)\//.test(path) &&
  !/\.(?:test|conformance)\.tsx?$|^platform\/conformance\//.test(path)

async function sources(): Promise<{ path: string; text: string }[]> {
  const folders = ['platform', 'supabase', 'engine', 'app', 'tools', 'tests']
  const found = await Promise.all(
    folders.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  )
  const paths = found
    .flat()
    .map((entry) => (entry.isFile() ? relative(root, join(entry.parentPath, entry.name)) : ''))
    .filter((path) => /\.(?:ts|tsx|mts|mjs)$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

const reach = /\b(?:process|Deno|Bun)\s*\??\.\s*env\b|\bimport\s*\{[^}]*\benv\b[^}]*\}\s*from\s*'(?:node:)?process'/
const environment = String.raw`(?:(?:process|Deno)\s*\.\s*)?(?<!import\.meta\.)\benv\b`
const reads = [
  new RegExp(String.raw`${environment}\s*(?:\?\.)?\[\s*'([^']+)'`, 'g'),
  new RegExp(String.raw`${environment}\s*\??\.\s*([A-Z][A-Z0-9_]*)\b`, 'g'),
  new RegExp(String.raw`${environment}\s*\.\s*get\(\s*'([^']+)'`, 'g'),
]
const unpacked = /\{([^{}]*)\}\s*=\s*(?:(?:process|Deno)\s*\.\s*)?env\b/g

/** The names that a text reads of the environment. */
function namesRead(text: string): string[] {
  const direct = reads.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  const taken = [...text.matchAll(unpacked)].flatMap(([, names = '']) => names.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [])
  return [...direct, ...taken]
}

/** Texts that look like the name of a setting. */
function namesSaid(text: string): string[] {
  return [...text.matchAll(/['"`]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)['"`]/g)].map(([, name = '']) => name)
}

function printed(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

const all = await sources()

describe('what is read of the environment', () => {
  test.each([
    [`const port = process.env['PORT']`, ['PORT']],
    [`Deno.env.get('SOME_KEY')`, ['SOME_KEY']],
    [`process.env.SOME_KEY ?? ''`, ['SOME_KEY']],
    [`const { A_KEY: key, B_KEY = '' } = process.env`, ['A_KEY', 'B_KEY']],
    [`settings(env['GIVEN'])`, ['GIVEN']],
  ])('%s is seen', (text, names) => {
    expect(namesRead(text)).toEqual(names)
  })

  test('a running system has one reader on each side', () => {
    const found = all.filter(({ path, text }) => isOfTheSystem(path) && reach.test(text)).map(({ path }) => path)
    expect(found.toSorted()).toEqual(Object.keys(readers).toSorted())
  })

  test('and every name that is read, by tools and tests too, is declared', () => {
    const found = all.flatMap(({ path, text }) =>
      namesRead(text)
        .filter((name) => !declared.has(name) && !ofTheMachine.test(name))
        .map((name) => `${path}: ${name}`),
    )
    expect(found.filter((line) => !line.startsWith('tests/house/settings.test.ts'))).toEqual([])
    expect(all.length).toBeGreaterThan(1000)
  })
})

describe('the tables', () => {
  test('name nothing twice', () => {
    const names = settings.map(({ name }) => name)
    expect(names.filter((name, place) => names.indexOf(name) < place)).toEqual([])
  })

  test('hold every name of a setting that the functions and the server say', () => {
    const systems = all.filter(({ path }) => /^(?:supabase\/functions|platform\/server\/src)\//.test(path))
    const said = systems.flatMap(({ path, text }) =>
      path.endsWith('.test.ts') ? [] : namesSaid(text).map((name) => `${path}: ${name}`),
    )
    expect(said.filter((line) => !declared.has(line.split(': ')[1] ?? ''))).toEqual([])
  })

  test('platform/ knows no setting of the product', () => {
    const own = productAreas.flatMap((area) => Object.values(area.settings).map(({ name }) => name))
    const found = all.flatMap(({ path, text }) =>
      path.startsWith('platform/') ? own.filter((name) => text.includes(name)).map((name) => `${path}: ${name}`) : [],
    )
    expect(own.length).toBeGreaterThan(50)
    expect(found).toEqual([])
  })

  test.each(settings.filter((setting) => printed(setting.default) !== ''))(
    '$name has a default of its form',
    (setting) => {
      const { default: usual, form } = setting
      expect(form.parse(printed(usual))).toEqual(usual)
    },
  )

  test('.env.example changes nothing', async () => {
    const example = parseEnv(await readFile(join(root, '.env.example'), 'utf8'))
    expect(Object.keys(example).length).toBeGreaterThan(150)
    expect(readConfig(example, { productAreas })).toEqual(readConfig({}, { productAreas }))
  })
})

/** What no form takes: too long for a name, no number, no address, no switch. */
const nonsense = `tulip ${'?'.repeat(80)}`
const othersWords =
  /^(?:DATA_DIR|(?:BACKUP_)?S3_|SMS_|COMFYUI_|SDAPI_|AUTH_EXTERNAL_<NAME>_)|_(?:FILE|NAME|MODEL|LIST|CHARACTERS)$/
const takesAnything = settings.filter(({ form }) => form.parse(nonsense) !== undefined).map(({ name }) => name)

describe('nonsense', () => {
  const refused = settings.filter(({ name }) => !takesAnything.includes(name) && !name.includes('<'))

  test.each(refused)('in $name refuses the start, and shows no secret', ({ name, form }) => {
    const problems = problemsOf({ [name]: nonsense })
    expect(problems.map(({ variable }) => variable)).toContain(name)
    expect(JSON.stringify(problems).includes('tulip')).toBe(!form.isSecret)
  })

  test('is told all at once', () => {
    const problems = problemsOf(Object.fromEntries(refused.map(({ name }) => [name, nonsense])))
    const told = new Set(problems.map(({ variable }) => variable))
    expect(refused.filter(({ name }) => !told.has(name))).toEqual([])
  })

  test('cannot be told only in names, paths and the words of other systems', () => {
    expect(takesAnything.filter((name) => !othersWords.test(name))).toEqual([])
  })

  test('of the server and of the product ends a real start with all of it, before anything is touched', async () => {
    const folder = join(tmpdir(), `never-made-${process.pid}`)
    const { code, stderr } = await start({
      DATA_DIR: folder,
      PORT: 'abc',
      APP_ENV: 'staging',
      DATABASE_URL: 'mysql://tulip',
      GENERATION_DAILY_LIMIT: '5OO',
      IMAGE_ENGINE: 'openia',
      TEXT_ENGINE: 'openai',
      OPENAI_API_KEY: 'two tulips',
    })
    expect(code).toBe(1)
    expect(stderr).toContain('7 settings are wrong:')
    expect(stderr).toMatch(
      /GENERATION_DAILY_LIMIT +is "5OO"\n +expected: a whole number of images from 1 to 1000000000/,
    )
    expect(stderr).toMatch(/IMAGE_ENGINE +names "openia"\n +expected: .*openai/)
    expect(stderr).toMatch(/TEXT_MODEL +is missing beside TEXT_ENGINE=openai/)
    expect(stderr).toMatch(/APP_ENV +is "staging"/)
    expect(stderr).not.toContain('tulip')
    expect(stderr).not.toContain('    at ')
    expect(existsSync(folder)).toBe(false)
  })
})

async function start(environment: Readonly<Record<string, string>>): Promise<{ code: number; stderr: string }> {
  const child = spawn(process.execPath, [join(root, 'platform/server/src/main.mjs')], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stderr }
}

function problemsOf(given: Readonly<Record<string, string>>): SettingsError['problems'] {
  try {
    readConfig(given, { productAreas })
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}
