/**
 * The global events of functions, which share one process: each hears what it dispatches itself, and `beforeunload`. A
 * listener that fails is a failure of its function, and ends no process.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

type Adding = Parameters<EventTarget['addEventListener']>
type Removing = Parameters<EventTarget['removeEventListener']>

interface Scope {
  readonly target: EventTarget
  readonly onFailure: (error: unknown) => void
}

const current = new AsyncLocalStorage<Scope>()
/** By the functions' names. */
const targets = new Map<string, EventTarget>()
/** Where nobody knows whose code runs. */
const nobody: Scope = {
  target: new EventTarget(),
  onFailure: (error) => process.emitWarning(`A listener failed: ${String(error)}`),
}
const scopeNow = () => current.getStore() ?? nobody

/** Runs `work` as that function: its module's evaluation, or an answer. Shared code belongs to who loads it first. */
export function withEventsOf<T>(name: string, onFailure: (error: unknown) => void, work: () => T): T {
  const target = targets.get(name) ?? new EventTarget()
  targets.set(name, target)
  return current.run({ target, onFailure }, work)
}

export const functionsWithEvents = (): readonly string[] => [...targets.keys()]

/** One for each listener, so that it is added once and can be removed. */
const guards = new WeakMap<object, (event: Event) => void>()

function guarded(listener: NonNullable<Adding[1]>) {
  const known = guards.get(listener)
  if (known !== undefined) return known
  const guard = function (this: unknown, event: Event): void {
    const { onFailure } = scopeNow()
    const hear = async (): Promise<unknown> =>
      typeof listener === 'function' ? Reflect.apply(listener, this, [event]) : listener.handleEvent(event)
    hear().catch(onFailure)
  }
  guards.set(listener, guard)
  return guard
}

export const events = {
  addEventListener(...[type, listener, options]: Adding): void {
    scopeNow().target.addEventListener(type, listener && guarded(listener), options)
  },
  removeEventListener(...[type, listener, options]: Removing): void {
    scopeNow().target.removeEventListener(type, listener && guarded(listener), options)
  },
  dispatchEvent: (event: Event): boolean => scopeNow().target.dispatchEvent(event),
}
