/**
 * The way from one build to the next, as one page goes it. Pure: it is told what happens and says what is to be done, so
 * that no order of deployments, tabs, networks and crashes can reload a page twice for one build (decision 0046).
 */

/** `failed`: the page was loaded again for a build, and is still of the one before. */
export type Phase = 'current' | 'available' | 'forced' | 'postponed' | 'saving' | 'installing' | 'reloading' | 'failed'

export interface Update {
  readonly phase: Phase
  /** The build of this page. */
  readonly own: string
  /** The build that it is about. */
  readonly target: string | null
  /** Somebody pressed for it; what goes on by itself does so once. */
  readonly isAsked: boolean
  /** What this tab was loaded again for last (`cortexia.updated-to`). */
  readonly updatedTo: string | null
  readonly postponed: Postponed | null
  /** It is loaded again as soon as somebody looks at it. */
  readonly waitsForSight: boolean
}

export interface Postponed {
  readonly build: string
  readonly at: number
}

/** What a page finds when it starts. */
export interface Start {
  readonly own: string
  readonly updatedTo: string | null
  /** The build of the page that was left for this one by an update; null where it was opened otherwise. */
  readonly updatedFrom: string | null
  readonly postponed: Postponed | null
}

export type UpdateEvent =
  /** Something else is there: a worker waits, or the server has another build and no worker is in between. */
  | { readonly type: 'found'; readonly build: string; readonly isForced: boolean; readonly at: number }
  | { readonly type: 'postponed'; readonly at: number }
  | { readonly type: 'accepted' }
  /** Out of sight, or a minute without input. `forcedAt`: when a page of this device was last made to reload. */
  | { readonly type: 'unattended'; readonly at: number; readonly forcedAt: number | null }
  /** Everything is put away, or the longest wait for it is over. */
  | { readonly type: 'saved' }
  /** The new worker has taken over, or the longest wait for it is over. */
  | { readonly type: 'installed' }
  /** A worker took over that this page did not ask for; first installs are told by nobody. */
  | { readonly type: 'taken-over'; readonly build: string; readonly isIdle: boolean }
  | { readonly type: 'seen' }

export type UpdateEffect = 'announce' | 'save' | 'note-forced' | 'install' | 'reload' | 'show-news'

export interface Step {
  readonly update: Update
  readonly effects: readonly UpdateEffect[]
}

export const postponedForMs = 24 * 3600 * 1000
/** THREATS X-09 */
export const forcedGapMs = 600_000

const nothing: readonly UpdateEffect[] = []
const takable: ReadonlySet<Phase> = new Set(['available', 'forced', 'postponed', 'failed'])
const underWay: ReadonlySet<Phase> = new Set(['saving', 'installing', 'reloading'])

export function startUpdate({ own, updatedTo, updatedFrom, postponed }: Start): Step {
  const hasFailed = updatedFrom === own && updatedTo !== null && updatedTo !== own
  const update: Update = {
    phase: hasFailed ? 'failed' : 'current',
    own,
    target: hasFailed ? updatedTo : null,
    isAsked: false,
    updatedTo,
    postponed,
    waitsForSight: false,
  }
  const hasCome = updatedFrom !== null && updatedTo === own
  return { update, effects: hasCome ? ['show-news'] : nothing }
}

export function stepUpdate(update: Update, event: UpdateEvent): Step {
  switch (event.type) {
    case 'found':
      return find(update, event)
    case 'postponed':
      return postpone(update, event.at)
    case 'accepted':
      return accept(update)
    case 'unattended':
      return goUnattended(update, event)
    case 'saved':
      return update.phase === 'saving' ? go({ ...update, phase: 'installing' }, 'install') : stay(update)
    case 'installed':
      return update.phase === 'installing' ? reload(update) : stay(update)
    case 'taken-over':
      return takeOver(update, event)
    default:
      return update.waitsForSight ? go({ ...update, waitsForSight: false }, 'reload') : stay(update)
  }
}

function stay(update: Update): Step {
  return { update, effects: nothing }
}

function go(update: Update, ...effects: readonly UpdateEffect[]): Step {
  return { update, effects }
}

function find(update: Update, { build, isForced, at }: UpdateEvent & { type: 'found' }): Step {
  if (underWay.has(update.phase)) return stay(update)
  // The server has gone back before anybody took the other one.
  if (build === update.own) return stay({ ...update, phase: 'current', target: null })
  const isSame = update.target === build
  if (isSame && update.phase === 'failed') return stay(update)
  const phase = isForced ? 'forced' : isPutOff(update, build, at) ? 'postponed' : 'available'
  const next: Update = { ...update, phase, target: build }
  return isSame && update.phase === phase
    ? stay(update)
    : go(next, ...(phase === 'postponed' ? [] : ['announce' as const]))
}

function accept(update: Update): Step {
  return takable.has(update.phase) ? go({ ...update, phase: 'saving', isAsked: true }, 'save') : stay(update)
}

function isPutOff({ postponed }: Update, build: string, at: number): boolean {
  return postponed !== null && postponed.build === build && at - postponed.at < postponedForMs
}

function postpone(update: Update, at: number): Step {
  const { phase, target } = update
  if (target === null || (phase !== 'available' && phase !== 'failed')) return stay(update)
  return stay({ ...update, phase: 'postponed', postponed: { build: target, at } })
}

function goUnattended(update: Update, { at, forcedAt }: UpdateEvent & { type: 'unattended' }): Step {
  const isTooSoon = forcedAt !== null && at - forcedAt < forcedGapMs
  if (update.phase !== 'forced' || isTooSoon || update.target === update.updatedTo) return stay(update)
  return go({ ...update, phase: 'saving', isAsked: false }, 'note-forced', 'save')
}

function reload(update: Update): Step {
  return go({ ...update, phase: 'reloading', updatedTo: update.target }, 'reload')
}

/** While this page saves it installs next, and finds then that there is nothing left to wait for. */
function takeOver(update: Update, { build, isIdle }: UpdateEvent & { type: 'taken-over' }): Step {
  if (update.phase === 'installing') return reload(update)
  if (underWay.has(update.phase) || build === update.own) return stay(update)
  // Once for each build, unless somebody asks again.
  if (build === update.updatedTo) return stay(update)
  const next: Update = { ...update, phase: 'reloading', target: build, isAsked: false, updatedTo: build }
  return isIdle ? go(next, 'reload') : stay({ ...next, waitsForSight: true })
}
