/** Deno's files, as far as functions of the hosted runtime use them: texts, bytes and temporary places. */
import { constants, realpathSync } from 'node:fs'
import { copyFile, lstat, mkdir, mkdtemp, open, readdir, readFile, realpath, rename, rm, rmdir, stat, unlink, writeFile, type FileHandle } from 'node:fs/promises' // prettier-ignore
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

type Path = string | URL

interface OpenOptions {
  readonly read?: boolean
  readonly write?: boolean
  readonly append?: boolean
  readonly create?: boolean
  readonly createNew?: boolean
  readonly truncate?: boolean
}

type WriteOptions = Pick<OpenOptions, 'append' | 'create' | 'createNew'> & { readonly mode?: number }

/** NOTE: a path is made straight before it is looked for, as on the hosted runtime's `/tmp`. */
const placeOf = (path: Path): string => resolve(path instanceof URL ? fileURLToPath(path) : path)

function fileOf(handle: FileHandle) {
  return {
    write: async (bytes: Uint8Array): Promise<number> => (await handle.write(bytes)).bytesWritten,
    read: async (bytes: Uint8Array): Promise<number | null> => (await handle.read(bytes)).bytesRead || null,
    stat: async () => infoOf(await handle.stat()),
    truncate: (length = 0) => handle.truncate(length),
    close: () => void handle.close(),
    get readable() {
      return Readable.toWeb(handle.createReadStream())
    },
    get writable() {
      return Writable.toWeb(handle.createWriteStream())
    },
  }
}

function infoOf(found: Awaited<ReturnType<typeof stat>>) {
  const { size, mtime, atime, birthtime, mode } = found
  const kind = { isFile: found.isFile(), isDirectory: found.isDirectory(), isSymlink: found.isSymbolicLink() }
  return { ...kind, size, mtime, atime, birthtime, mode }
}

/** As numbers: by letters Node.js cannot say « make it, but leave what it holds », nor « append, but make nothing ». */
function flagsOf({ read = false, write = false, append = false, ...rest }: OpenOptions): number {
  const { O_RDONLY, O_WRONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_TRUNC } = constants
  if (!write && !append) return O_RDONLY
  return (
    (read ? O_RDWR : O_WRONLY) |
    (append ? O_APPEND : 0) |
    (rest.create === true ? O_CREAT : 0) |
    (rest.createNew === true ? O_CREAT | O_EXCL : 0) |
    (rest.truncate === true && write ? O_TRUNC : 0)
  )
}

async function write(path: Path, content: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
  const { append = false, create = true, createNew = false, mode } = options
  const flag = flagsOf({ write: true, append, create, createNew, truncate: !append })
  await writeFile(placeOf(path), content, { flag, ...(mode !== undefined && { mode }) })
}

async function* readDir(path: Path) {
  for (const entry of await readdir(placeOf(path), { withFileTypes: true })) {
    const kind = { isFile: entry.isFile(), isDirectory: entry.isDirectory(), isSymlink: entry.isSymbolicLink() }
    yield { name: entry.name, ...kind }
  }
}

async function remove(path: Path, { recursive = false }: { readonly recursive?: boolean } = {}): Promise<void> {
  const place = placeOf(path)
  if (recursive) return rm(place, { recursive })
  return (await lstat(place)).isDirectory() ? rmdir(place) : unlink(place)
}

async function makeTempFile({ suffix = '' }: { readonly suffix?: string } = {}): Promise<string> {
  const place = join(await mkdtemp(join(tmpdir(), 'function-')), `file${suffix}`)
  await writeFile(place, '')
  return place
}

/** Node's own errors, known by their codes, for `instanceof`. */
const errorOf = (...codes: readonly string[]) => ({
  [Symbol.hasInstance]: (error: unknown): boolean =>
    error instanceof Error && 'code' in error && codes.includes(String(error.code)),
})

export const files = {
  create: async (path: Path) => fileOf(await open(placeOf(path), 'w+')),
  open: async (path: Path, options: OpenOptions = {}) => fileOf(await open(placeOf(path), flagsOf(options))),
  readFile: async (path: Path) => new Uint8Array(await readFile(placeOf(path))),
  readTextFile: (path: Path) => readFile(placeOf(path), 'utf8'),
  writeFile: (path: Path, bytes: Uint8Array, options?: WriteOptions) => write(path, bytes, options),
  writeTextFile: (path: Path, text: string, options?: WriteOptions) => write(path, text, options),
  stat: async (path: Path) => infoOf(await stat(placeOf(path))),
  lstat: async (path: Path) => infoOf(await lstat(placeOf(path))),
  realPath: (path: Path) => realpath(placeOf(path)),
  realPathSync: (path: Path) => realpathSync(placeOf(path)),
  mkdir: async (path: Path, options: { readonly recursive?: boolean } = {}) =>
    void (await mkdir(placeOf(path), options)),
  rename: (from: Path, to: Path) => rename(placeOf(from), placeOf(to)),
  copyFile: (from: Path, to: Path) => copyFile(placeOf(from), placeOf(to)),
  makeTempDir: () => mkdtemp(join(tmpdir(), 'function-')),
  makeTempFile,
  readDir,
  remove,
  errors: {
    NotFound: errorOf('ENOENT'),
    AlreadyExists: errorOf('EEXIST', 'ENOTEMPTY'),
    PermissionDenied: errorOf('EACCES', 'EPERM'),
  },
}
