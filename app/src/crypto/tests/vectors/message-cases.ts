/** Messages: each field of a row turned, moved, removed or forged. */
import { toBase64 } from '../../bytes.ts'
import type { MessageRow } from '../../rows.ts'
import { otherConversation, otherId, reading, type VectorCase } from './vector-case.ts'
import { alice, bob, carol, flip, forgeMessage, manifest, vectors } from './vectors.ts'

const [first] = vectors.messages as [MessageRow]
const e2ee = { v: 1, epoch: manifest.epochId, d: 'deadbeef', n: 0 }

type Spoil = Partial<MessageRow> | (() => Promise<MessageRow>)

function messageCase(name: string, spoil: Spoil, code: string): VectorCase {
  return {
    name: `message: ${name}`,
    run: async (devices) => {
      const vault = await reading(devices)
      const row = typeof spoil === 'function' ? await spoil() : { ...first, ...spoil }
      const [opened, neighbour] = await vault.open([row, first])
      return [opened?.code ?? 'opened', neighbour?.body]
    },
    expected: [code, vectors.bodies[0]],
  }
}

const meta = (change: object) => ({ metadata: { e2ee: { ...e2ee, ...change } } })
const text = '{"t":"text","text":"forgé","ts":1}'

/** What a member signs that is no body: it stays closed, and its neighbours do not. */
interface BodyTry {
  name: string
  change: object
}

const bodyCase = ({ name, change }: BodyTry, code: string) =>
  messageCase(name, () => forgeMessage({}, alice, JSON.stringify({ t: 'text', ts: 1, ...change })), code)
const bodyCases = (tries: readonly BodyTry[]) => tries.map((tried) => bodyCase(tried, 'bad_body'))
const file = {
  b: 'dm-blobs',
  p: `${vectors.epoch.conversation_id}/${'0f'.repeat(16)}`,
  k: toBase64(new Uint8Array(32)),
  h: '0f'.repeat(32),
  m: 'image/webp',
  s: 1,
}

export const messageCases: VectorCase[] = [
  messageCase('first bit', { encrypted_content: flip(first.encrypted_content, 0) }, 'bad_tag'),
  messageCase('tag bit', { encrypted_content: flip(first.encrypted_content, -1) }, 'bad_tag'),
  messageCase('cut', { encrypted_content: first.encrypted_content.slice(0, -4) }, 'bad_tag'),
  messageCase('empty', { encrypted_content: '' }, 'bad_tag'),
  messageCase('iv bit', { iv: flip(first.iv, 3) }, 'bad_tag'),
  messageCase('iv of 16 bytes', { iv: toBase64(new Uint8Array(16)) }, 'malformed'),
  messageCase('iv junk', { iv: 'IV!' }, 'malformed'),
  messageCase('content junk', { encrypted_content: '<b>' }, 'malformed'),
  messageCase('called unprotected', { iv: 'simple' }, 'simple'),
  messageCase('unknown version', meta({ v: 2 }), 'unknown_version'),
  messageCase('metadata removed', { metadata: null }, 'malformed'),
  messageCase('metadata emptied', { metadata: {} }, 'malformed'),
  messageCase('metadata junk', { metadata: { e2ee: 'x' } }, 'malformed'),
  messageCase('again under another id', { id: otherId }, 'bad_tag'),
  messageCase('id junk', { id: 'x' }, 'malformed'),
  messageCase('moved to another conversation', { conversation_id: otherConversation }, 'wrong_conversation'),
  messageCase('sender: the other member', { sender_id: bob }, 'bad_tag'),
  messageCase('sender: a stranger', { sender_id: carol }, 'not_member'),
  messageCase('sender: junk', { sender_id: 'x' }, 'not_member'),
  messageCase('type', { message_type: 'image' }, 'bad_tag'),
  messageCase('counter', meta({ n: 1 }), 'bad_tag'),
  messageCase('counter junk', meta({ n: '0' }), 'malformed'),
  messageCase('counter too large', meta({ n: 2 ** 32 }), 'malformed'),
  messageCase('device', meta({ d: 'deadbee0' }), 'bad_tag'),
  messageCase('device junk', meta({ d: 'DEADBEEF' }), 'malformed'),
  messageCase('epoch junk', meta({ epoch: 'x' }), 'malformed'),
  messageCase('unknown epoch', meta({ epoch: otherId }), 'no_wrap'),
  messageCase('a member writes in the other’s name', () => forgeMessage({}, bob, text), 'bad_signature'),
  messageCase('an honest one beside it', () => forgeMessage({}, alice, text), 'opened'),
  messageCase('no body', () => forgeMessage({}, alice, '[1]'), 'bad_body'),
  messageCase('a body of wrong types', () => forgeMessage({}, alice, '{"t":"text","ts":1,"text":{}}'), 'bad_body'),
  ...bodyCases([
    { name: 'a group’s name that is none', change: { name: {} } },
    { name: 'a group’s name without end', change: { name: 'a'.repeat(101) } },
    { name: 'a time to vanish that is none', change: { vanish: 'x' } },
    { name: 'a time to vanish of no length', change: { vanish: 0 } },
    { name: 'a file in another bucket', change: { att: [{ ...file, b: 'avatars' }] } },
    {
      name: 'a file of another conversation',
      change: { att: [{ ...file, p: `${otherConversation}/${'0f'.repeat(16)}` }] },
    },
    {
      name: 'a file out of its folder',
      change: { att: [{ ...file, p: `${file.p.slice(0, 37)}../../auth/v1/logout` }] },
    },
  ]),
  bodyCase({ name: 'a group’s name', change: { name: 'Atelier indigo' } }, 'opened'),
  bodyCase({ name: 'a time to vanish', change: { vanish: 86_400 } }, 'opened'),
  bodyCase({ name: 'messages that stay', change: { vanish: null } }, 'opened'),
  bodyCase({ name: 'a file beside it', change: { att: [file] } }, 'opened'),
  {
    name: 'message: short texts are of one length',
    run: () => Promise.resolve(new Set(vectors.messages.slice(0, 2).map((row) => row.encrypted_content.length)).size),
    expected: 1,
  },
  {
    name: 'message: unprotected after the first protected one',
    run: async (devices) => {
      const vault = await reading(devices)
      await vault.open([{ ...first, created_at: '2026-11-21T10:00:00Z' }])
      const simple = { ...first, iv: 'simple', encrypted_content: 'Bonjour' }
      const rows = [
        { ...simple, created_at: '2026-11-21T09:00:00Z' },
        { ...simple, created_at: '2026-11-21T11:00:00Z' },
      ]
      return (await vault.open(rows)).map(({ code }) => code)
    },
    expected: ['simple', 'downgrade'],
  },
  {
    name: 'message: without keys everything is closed',
    run: async (devices) => (await (await devices.empty(carol)).open([first]))[0]?.code,
    expected: 'locked',
  },
]
