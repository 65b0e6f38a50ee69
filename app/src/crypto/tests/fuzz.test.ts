import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { MessageRow } from '../rows.ts'
import type { OpenedMessage } from '../vault.ts'
import { localDevices } from './devices.ts'
import { acquainted, reading } from './vectors/vector-case.ts'
import { bob, direct, vectors, wrapOf } from './vectors/vectors.ts'

const known = new Set(vectors.bodies.map((body) => JSON.stringify(body)))

/** A value that is not quite the one it was. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'string') return fc.oneof(fc.anything(), fc.constant(null), fc.integer())
  const at = fc.nat(Math.max(0, value.length - 1))
  const letter = fc.constantFrom('A', 'Q', 'g', 'w', '/', '+', '=', '0', 'a', '9', '-', '<', 'é', '\u0000')
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(at, letter).map(([i, one]) => value.slice(0, i) + one + value.slice(i + 1)) },
    at.map((i) => value.slice(0, i)),
    fc.tuple(at, letter).map(([i, one]) => value.slice(0, i) + one + value.slice(i)),
    fc.string(),
    fc.anything(),
  )
}

const fields = ['id', 'conversation_id', 'sender_id', 'encrypted_content', 'iv', 'message_type', 'metadata'] as const

function withField<Row extends object>(row: Row, key: keyof Row, value: unknown): Row {
  const changed = structuredClone(row)
  Object.assign(changed, { [key]: value })
  return changed
}

/** One field of one row replaced, within `metadata.e2ee` too, or taken from another row. */
const spoilt: fc.Arbitrary<MessageRow> = fc.constantFrom(...vectors.messages.slice(0, 4)).chain((row) => {
  const { e2ee } = row.metadata as { e2ee: Record<string, unknown> }
  return fc.oneof(
    fc.constantFrom(...fields).chain((field) => mutated(row[field]).map((value) => withField(row, field, value))),
    fc
      .constantFrom(...Object.keys(e2ee))
      .chain((key) =>
        mutated(e2ee[key]).map((value) => withField(row, 'metadata', { e2ee: withField(e2ee, key, value) })),
      ),
    fc
      .tuple(fc.constantFrom(...fields), fc.constantFrom(...vectors.messages))
      .map(([field, other]) => withField(row, field, other[field])),
  )
})

/** Only where the change changed nothing that counts: then it is the very text of the very message. */
function isHarmless(row: MessageRow, { body, code }: OpenedMessage): boolean {
  if (body === undefined) return typeof code === 'string'
  const original = vectors.messages.find(({ id }) => id === row.id)
  return known.has(JSON.stringify(body)) && original?.sender_id === row.sender_id && original?.iv === row.iv
}

test('E-14 ten thousand spoilt rows: none throws, none shows a text that nobody wrote', async () => {
  const vault = await reading(localDevices)
  await fc.assert(
    fc.asyncProperty(fc.array(spoilt, { minLength: 50, maxLength: 50 }), async (rows) => {
      const opened = await vault.open(rows)
      expect(opened).toHaveLength(rows.length)
      expect(rows.filter((row, index) => !isHarmless(row, opened[index] as OpenedMessage))).toEqual([])
    }),
    {
      numRuns: 200,
      examples: [[[withField(vectors.messages[0] as MessageRow, 'conversation_id', { toString: false })]]],
    },
  )
})

test('E-14 two thousand spoilt epochs: none throws, none opens', async () => {
  const vault = await acquainted(localDevices, bob)
  const { epoch } = vectors
  const keys = ['conversation_id', 'epoch_id', 'creator_id', 'manifest', 'signature'] as const
  const spoiltEpoch = fc
    .constantFrom(...keys)
    .chain((key) => mutated(epoch[key]).map((value) => withField(epoch, key, value)))
    .filter((row) => keys.some((key) => row[key] !== epoch[key]))
  await fc.assert(
    fc.asyncProperty(spoiltEpoch, async (row) => {
      expect(await vault.openEpoch(row, wrapOf(bob), direct)).toMatchObject({ ok: false })
    }),
    { numRuns: 2000 },
  )
})
