/** Which build this worker belongs to, as app/build/app-files.ts writes it above the worker's code. */
export interface AppBuild {
  readonly version: string
  readonly build: string
  /** Path of the script that opens messages. */
  readonly opener: string
  /** Paths of the app's screens: `/post/:id`. */
  readonly routes: readonly string[]
  /** Path and hash of each, in short: those of the group `core`, then `public`, then `members`. */
  readonly files: readonly string[]
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

export function listedFiles({ files, until: [core, visitors] }: AppBuild): AppFile[] {
  return files.map((line, place) => {
    const [name = '', hash = ''] = line.split(' ')
    const path = name.startsWith('/') ? name : `/assets/${name}.js`
    const group = place < core ? 'core' : place < visitors ? 'public' : 'members'
    return { path, integrity: `sha256-${hash}=`, group }
  })
}
