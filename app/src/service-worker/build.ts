/** Which build this worker belongs to, as app/build/app-files.ts writes it above the worker's code. */
export interface AppBuild {
  readonly version: string
  readonly build: string
  /** Path of the script that opens messages. */
  readonly opener: string
  /** Paths of the app's screens: `/post/:id`. */
  readonly routes: readonly string[]
  readonly files: readonly AppFile[]
}

export type AppFile = readonly [path: string, integrity: string, group: FileGroup]
export type FileGroup = 'core' | 'public' | 'members'

export const appBuild = (globalThis as unknown as { appBuild: AppBuild }).appBuild
