/** Which build this worker belongs to, as app/build/app-files.ts writes it above the worker's code. */
export interface AppBuild {
  readonly version: string
  readonly build: string
  /** Path of the script that opens messages. */
  readonly opener: string
  /** Paths of the app's screens: `/post/:id`. */
  readonly routes: readonly string[]
  /** Paths, in short and one after the other: of the group `core`, then `public`, then `members`. */
  readonly files: string
  /** Of each, one after the other. */
  readonly hashes: string
  /** Where the first two groups end. */
  readonly until: readonly [core: number, visitors: number]
}

export interface AppFile {
  readonly path: string
  /** SHA-256, as the `integrity` of a request wants it. */
  readonly integrity: string
  readonly group: FileGroup
}

export type FileGroup = 'core' | 'public' | 'members'

export const appBuild = (globalThis as unknown as { appBuild: AppBuild }).appBuild

/** Characters of a SHA-256 in base64, without the « = » at its end. */
const hashLength = 43

export function listedFiles({ files, hashes, until: [core, visitors] }: AppBuild): AppFile[] {
  return (files.match(/\/\S+ |.{8}/gu) ?? []).map((name, place) => {
    const path = name.startsWith('/') ? name.trim() : `/assets/${name}.js`
    const group = place < core ? 'core' : place < visitors ? 'public' : 'members'
    const at = place * hashLength
    return { path, integrity: `sha256-${hashes.slice(at, at + hashLength)}=`, group }
  })
}
