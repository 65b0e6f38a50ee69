import type { RowChange } from '../row-change.ts'
import { changeData, problemData, type ChangeProblem } from './frame-data.ts'
import type { Judgement } from './judging.ts'
import type { Subscription } from './registry.ts'
import type { Hearer, Told } from './slices.ts'

/** How one role sees one table. */
export interface RoleView {
  readonly role: string
  readonly columns: ReadonlySet<string>
  /** Null where row-level security does not apply. */
  readonly judgement: Judgement | null
}

interface Delivery extends Hearer {
  readonly dataJson: string
}

/** What was found out about a batch, until it is sent in the order of its changes. */
export class Deliveries {
  readonly #batch: readonly RowChange[]
  readonly #found = new Map<RowChange, Delivery[]>()

  constructor(batch: readonly RowChange[]) {
    this.#batch = batch
  }

  add(told: Told, view: RoleView): void {
    const texts = new Map<string, string>()
    const found = this.#found.get(told.original) ?? []
    for (const hearer of told.hearers) {
      const dataJson = dataFor(told, hearer, view, texts)
      if (dataJson !== null) found.push({ ...hearer, dataJson })
    }
    if (found.length > 0) this.#found.set(told.original, found)
  }

  /** Answers who has become somebody else meanwhile: nothing of the batch was sent to them. */
  send(): Set<Subscription> {
    const late = new Set<Subscription>()
    for (const change of this.#batch) {
      const bySubscription = new Map<Subscription, Map<string, number[]>>()
      for (const { entry, audience, dataJson } of this.#found.get(change) ?? []) {
        const { subscription } = entry
        if (subscription.isClosed) continue
        if (subscription.audience !== audience) late.add(subscription)
        else collect(bySubscription, subscription, dataJson, entry.interest.id)
      }
      for (const [{ listener }, frames] of bySubscription) {
        for (const [dataJson, ids] of frames) listener.deliver(inOrder(ids), dataJson)
      }
    }
    return late
  }
}

function collect(into: Map<Subscription, Map<string, number[]>>, subscription: Subscription, data: string, id: number) {
  const frames = into.get(subscription) ?? new Map<string, number[]>()
  into.set(subscription, frames)
  const ids = frames.get(data)
  if (ids === undefined) frames.set(data, [id])
  else ids.push(id)
}

const inOrder = (ids: readonly number[]) => [...new Set(ids)]

/** One text for everybody who is told the same. */
function dataFor(told: Told, { entry, audience }: Hearer, view: RoleView, texts: Map<string, string>): string | null {
  const { change, table } = told
  const { claimsJson } = audience
  const problem = problemOf(told, view, claimsJson)
  if (problem === 'hidden') return null
  if (problem !== null) return remember(texts, String(problem), () => problemData(change, problem))
  const isOldCut =
    view.judgement !== null && !(change.kind === 'UPDATE' && view.judgement.couldSeeOld(claimsJson, change))
  const { select } = entry.interest
  const key = JSON.stringify([select, isOldCut])
  return remember(texts, key, () => changeData(change, table, { columns: view.columns, select, isOldCut }))
}

function problemOf(
  { change, table }: Told,
  { columns, judgement }: RoleView,
  claims: string,
): ChangeProblem | 'hidden' | null {
  if (change.kind === 'DELETE' && columns.size === 0) return 'hidden'
  if (change.kind !== 'DELETE' && table.key.length === 0) return 400
  if (change.kind !== 'DELETE' && !table.key.every(({ name }) => columns.has(name))) return 401
  const verdict = judgement?.verdict(claims, change) ?? 'seen'
  if (verdict === 'failed') return 500
  return verdict === 'seen' ? null : 'hidden'
}

function remember(texts: Map<string, string>, key: string, make: () => string): string {
  const known = texts.get(key)
  if (known !== undefined) return known
  const made = make()
  texts.set(key, made)
  return made
}
