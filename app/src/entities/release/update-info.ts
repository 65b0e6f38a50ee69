/** What is told of a newer version, in the specification's words; the event 'app-update-available' carries it. */
export interface UpdateInfo {
  readonly hasUpdate: boolean
  readonly currentVersion: string
  readonly newVersion: string
  readonly updateType: UpdateType
  readonly releaseNotes: string
  readonly isForced: boolean
}

export type UpdateType = 'major' | 'minor' | 'patch'

/** By the first number that differs, upwards or downwards; two builds of one version differ by a patch. */
export function updateTypeOf(current: string, next: string): UpdateType {
  const [ours = [], theirs = []] = [current, next].map((version) => version.replace(/-.*/u, '').split('.'))
  if (ours[0] !== theirs[0]) return 'major'
  return ours[1] === theirs[1] ? 'patch' : 'minor'
}
