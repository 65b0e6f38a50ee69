/**
 * Which file each module travels in. Left alone, modules that different screens share would come in hundreds of files of
 * one kilobyte: each costs a request, and small ones compress badly.
 *
 * Nothing imports in a circle: what needs a module decides its file, and whatever that module imports is needed by at
 * least as much. Two rules keep files in browsers from one release to the next: packages are apart from our own code,
 * and so is what names screens (« doors »), since a screen's name changes with its content.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Context = Parameters<Extract<Group['name'], (...args: never) => unknown>>[1]

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** Modules of ours, named one by one: a name that no file bears any longer stops the build. */
function files(folder: string, names: readonly string[]) {
  const paths = names.map((name) => `${source}${folder}/${name}`)
  const missing = paths.filter((path) => !existsSync(path))
  if (missing.length > 0) throw new Error(`chunk-groups.ts names what is not there: ${missing.join(', ')}`)
  return paths
}

/** On large screens beside the app's start: nothing else that comes later delays it. */
const rail = files('app/shell', ['SideRail.tsx'])

/** Screens and parts that come together, whoever looks: what they share is one file. */
const visits: Record<string, readonly string[]> = {
  everybody: [
    ...files('app/shell', ['RailAreas.tsx', 'ModalHost.tsx', 'ShellKeys.tsx']),
    // What waits for the network is looked at without one.
    ...files('app/shell/banners', ['Banners.tsx', 'NotKept.tsx', 'WaitingSheet.tsx', 'InstallPrompt.tsx']),
    ...files('app', ['shell/rail-entry.ts', 'ScreenError.tsx', 'after-start.ts']),
    ...files('ui', ['display/change-display.ts', 'toast/ToastHost.tsx']),
    ...files('features/home-feed', [
      'PromptInvite.tsx',
      'FeedKeys.tsx',
      'card/HiddenPost.tsx',
      'position/ReadingPosition.tsx',
      'position/save-position.ts',
    ]),
    ...files('features/home-feed/notices', ['FeedEnd.tsx', 'FeedNews.tsx', 'FeedFailure.tsx', 'EmptyFeed.tsx']),
    ...files('features/home-feed/notices', ['KeptNotice.tsx', 'SaverBanner.tsx']),
  ],
  /** Whoever was here before has the app kept; so have members, on their first visit too. */
  back: files('app/release', ['follow-release.ts']),
  signIn: files('app/routes', ['AuthScreen.tsx']),
  links: [
    ...files('app/routes', ['PostScreen.tsx', 'TagScreen.tsx', 'NotFoundScreen.tsx']),
    ...files('features/viewer', ['ViewerDialog.tsx']),
  ],
  members: [
    ...files('app', ['shell/Me.tsx', 'shell/UnreadBadge.tsx', 'shell/RunningCreations.tsx']),
    ...files('app', ['member-screens.ts', 'replay-writes.ts']),
    ...files('features/home-feed', ['column/MemberHome.tsx']),
    ...files('entities', ['profile/adopt-settings.ts', 'generation/follow-creations.ts']),
  ],
}

/** What a start on the feed takes, whoever looks and whether or not there is a network. */
export const firstVisit: readonly string[] = [
  ...rail,
  ...(visits['everybody'] ?? []),
  ...files('app', ['main.tsx']),
  ...files('features/home-feed', ['list/feed-memory.ts']),
]

/** Where a visitor may go from there. */
export const publicScreens: readonly string[] = [
  ...(visits['signIn'] ?? []),
  ...(visits['links'] ?? []),
  ...files('app/routes', ['CollectionScreen.tsx']),
]

/** What people open one after the other, by the paths of the screens. */
const areas = {
  messages: /[Mm]essage|conversation/,
  workflow: /[Ww]orkflow/,
  settings: /Account|settings|[Ss]ecurity|sign-out/,
  create: /features\/create|references/,
  profile: /[Pp]rofile/,
  report: /report|[Mm]oderation/,
}

const packages = /node_modules\//
/** Icons are made by a function of ours (slim-icons.ts): they are no package among packages. Our part of a package is. */
const vendor = /node_modules\/(?!lucide)|\/data\/outbox\/mutations-later\.ts$/
/** Fetched by themselves, and importing nothing that changes: to name them, or a package, ties nobody to a release. */
const leaves = new Set([
  ...files('data/auth', ['renew-session.ts', 'create-client.ts']),
  ...files('ui/feedback', ['SlowNotice.tsx']),
])
const client = /node_modules\/(?:@supabase|iceberg-js|tslib)\//
/** What listens: all that visitors have of the client. */
const listening = /node_modules\/(?:@supabase\/(?:realtime-js|phoenix)|tslib)\//
/** What checks the shape of what members are sent: most first visits are without it. */
const shapes = /node_modules\/valibot\//
/** Files of packages and areas smaller than this, in bytes of source, are put together. */
const smallest = 8_000

export function chunkGroups(): Group[] {
  const graph = createGraph()
  const place = (id: string, context: Context) => placeOf(id, graph.neededBy(id, context), graph.isDoor(id, context))
  const frame: Group['name'] = (id, context) => (graph.isDoor(id, context) ? null : 'frame')
  const initial = { tags: ['$initial'] satisfies Group['tags'], includeDependenciesRecursively: false }
  const later = { includeDependenciesRecursively: false }
  return [
    { ...initial, name: 'vendor', test: vendor, priority: 4 },
    { ...initial, name: frame, priority: 3 },
    { ...later, name: 'listening', test: listening, priority: 5 },
    { ...later, name: 'client', test: client, priority: 4 },
    { ...later, name: 'shapes', test: shapes, priority: 4 },
    { ...later, name: (id, context) => place(id, context)?.file ?? null, minSize: smallest, priority: 2 },
    { ...later, name: (id, context) => place(id, context)?.otherwise ?? null, priority: 1 },
  ]
}

interface Place {
  file: string
  /** Where the file would be too small. */
  otherwise: string
}

/** Null: by itself, or with the only one who needs it. */
function placeOf(id: string, needers: readonly string[], isDoor: boolean): Place | null {
  if (isApart(id, needers)) return null
  if (rail.some((part) => needers.includes(part))) return whole('rail')
  const visit = visitOf(needers)
  if (visit === 'everybody' || visit === 'members') return whole(isDoor ? `${visit}-doors` : visit)
  if (needers.length < 2 || isDoor) return null
  const known = [...new Set(needers.map(areaOf))].toSorted()
  if (visit !== undefined && known.length > 1) return whole(visit)
  return { file: known.length > 2 ? 'shared' : known.join('-'), otherwise: 'shared' }
}

const whole = (file: string): Place => ({ file, otherwise: file })

/** The app's own start stays one file (packages reach it by their lists of contents only), and the client another. */
function isApart(id: string, needers: readonly string[]): boolean {
  if (leaves.has(id) || (needers.includes(main) && !packages.test(id))) return true
  return [id, ...needers].some((one) => client.test(one))
}

/** What two kinds of visits need, all get. */
function visitOf(needers: readonly string[]): string | undefined {
  const wanted = Object.entries(visits).filter(([, parts]) => needers.some((needer) => parts.includes(needer)))
  return wanted.length > 1 ? 'everybody' : wanted[0]?.[0]
}

function areaOf(screen: string): string {
  const found = Object.entries(areas).find(([, test]) => test.test(screen.slice(screen.lastIndexOf('/src/'))))
  return found?.[0] ?? screen.replace(/^.*\/src\/(?:app\/routes\/|features\/|entities\/)?/, '').replace(/[/.].*$/, '')
}

const main = 'main'

/** What the build knows of who imports whom, asked once for each module. */
function createGraph() {
  const needers = new Map<string, readonly string[]>()
  const doors = new Map<string, boolean>()

  /** Modules that are fetched by themselves and need this one, with `main` for the app's start. */
  function neededBy(id: string, context: Context): readonly string[] {
    const known = needers.get(id)
    if (known) return known
    const seen = new Set([id])
    const found = new Set<string>()
    for (const one of seen) {
      const info = context.getModuleInfo(one)
      if (info?.isEntry) found.add(main)
      if (info && info.dynamicImporters.length > 0) found.add(one)
      for (const importer of info?.importers ?? []) seen.add(importer)
    }
    needers.set(id, [...found])
    return [...found]
  }

  /** Whether it names files of screens, by itself or by what it imports. */
  function isDoor(id: string, context: Context): boolean {
    const known = doors.get(id)
    if (known !== undefined) return known
    doors.set(id, false)
    const info = context.getModuleInfo(id)
    const leads = (info?.dynamicallyImportedIds ?? []).some((target) => !leaves.has(target) && !packages.test(target))
    const is = leads || (info?.importedIds ?? []).some((imported) => isDoor(imported, context))
    doors.set(id, is)
    return is
  }

  return { neededBy, isDoor }
}
