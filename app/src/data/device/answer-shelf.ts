/** Where answers are kept on this device (kept-answers.ts): of each kind the last ones, the oldest go. */
import { peopleWithSessions } from '../auth/parked-sessions.ts'
import { deviceKeyOf, keep, openValue, readKept, sealValue, type SealedEntry } from './message-store.ts'
import { readFileOf, writeFileOf } from './private-files.ts'

export interface Keeping {
  /** Whose device it is; `null` for a visitor. */
  readonly owner: string | null
  readonly kind: string
  /** So many of the kind stay. */
  readonly most: number
  /** With the device's key, like messages; goes with them. */
  readonly isSealed?: boolean
}

interface Shelf {
  read<Value>(entry: string): Promise<Value | null>
  /** `null` removes it. Behind whoever has left nothing is written: their answer may come after all of theirs has gone. */
  write(entry: string, value: unknown): Promise<unknown>
}

export function readAnswer<Answer>(keeping: Keeping, id: string): Promise<Answer | null> {
  return shelfOf(keeping).read<Answer>(entryOf(keeping, id))
}

export async function keepAnswer(keeping: Keeping, id: string, answer: unknown): Promise<void> {
  const shelf = shelfOf(keeping)
  await shelf.write(entryOf(keeping, id), answer)
  const order = (await shelf.read<string[]>(orderOf(keeping))) ?? []
  if (order[0] === id) return
  const next = [id, ...order.filter((other) => other !== id)]
  const gone = next.splice(keeping.most)
  await Promise.all(gone.map((other) => shelf.write(entryOf(keeping, other), null)))
  await shelf.write(orderOf(keeping), next)
}

/** All of the kind. */
export async function forgetAnswers(keeping: Keeping): Promise<void> {
  const shelf = shelfOf(keeping)
  const order = (await shelf.read<string[]>(orderOf(keeping))) ?? []
  await Promise.all([orderOf(keeping), ...order.map((id) => entryOf(keeping, id))].map((one) => shelf.write(one, null)))
}

const orderOf = ({ kind }: Keeping) => `answers.${kind}`
const entryOf = ({ kind }: Keeping, id: string) => `answer.${kind}.${id}`

function shelfOf({ owner, isSealed = false }: Keeping): Shelf {
  const name = owner ?? visitor
  return isSealed ? sealedShelf(name) : openShelf(name)
}

const visitor = 'visitor'
const hasLeft = (owner: string) => owner !== visitor && !peopleWithSessions().includes(owner)

const openShelf = (owner: string): Shelf => ({
  read: (entry) => readFileOf(owner, entry),
  write: async (entry, value) => (value !== null && hasLeft(owner)) || writeFileOf(owner, entry, value),
})

const sealedShelf = (owner: string): Shelf => ({
  read: async (entry) => {
    const sealed = await readKept<SealedEntry>(`${owner}.${entry}`)
    return sealed && openValue(await deviceKeyOf(owner), sealed)
  },
  write: async (entry, value) => {
    if (value === null) return keep(`${owner}.${entry}`, null)
    if (hasLeft(owner)) return false
    const sealed = await sealValue(await deviceKeyOf(owner), value)
    return !hasLeft(owner) && keep(`${owner}.${entry}`, sealed)
  },
})
