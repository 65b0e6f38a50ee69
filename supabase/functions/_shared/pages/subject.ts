/** What a path of the app is about, and what a visitor may know of it. */
import { anonymousClient } from '../clients.ts'
import type { CollectionHeadAnswer, PostHeadAnswer, ProfileHeadAnswer } from '../contract/src/index.ts'
import { hasSandbox } from '../payments/realm.ts'
import { callRpc } from '../rpc.ts'

export type Subject =
  | { readonly kind: 'home' }
  /** The page that tries payments, which is not there where money is real. */
  | { readonly kind: 'trial'; readonly isThere: boolean }
  | { readonly kind: 'post'; readonly id: string; readonly facts: PostHeadAnswer }
  | { readonly kind: 'collection'; readonly facts: CollectionHeadAnswer }
  | { readonly kind: 'profile'; readonly facts: ProfileHeadAnswer }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const missing = { state: 'missing' } as const

/** Null where it is a path of which nothing is known here. */
export async function findSubject(path: string): Promise<Subject | null> {
  const [first = '', second = '', ...more] = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  if (more.length > 0) return null
  if (first === 'fedapay-test' && second === '') return { kind: 'trial', isThere: hasSandbox() }
  if (second === '') return ['', 'feed'].includes(first) ? { kind: 'home' } : null
  if (first === 'post') return findPost(second)
  if (first === 'collection') return findCollection(second)
  return first === 'profile' ? findProfile(second) : null
}

async function findPost(id: string): Promise<Subject> {
  // What cannot be an id is nobody's.
  const facts = uuid.test(id) ? await callRpc(anonymousClient(), 'post_head', { post_id: id }) : missing
  return { kind: 'post', id: id.toLowerCase(), facts }
}

async function findCollection(id: string): Promise<Subject> {
  const facts = uuid.test(id) ? await callRpc(anonymousClient(), 'collection_head', { collection_id: id }) : missing
  return { kind: 'collection', facts }
}

async function findProfile(handle: string): Promise<Subject> {
  const isHandle = /^[^\p{Cc}]{1,100}$/u.test(handle)
  return { kind: 'profile', facts: isHandle ? await callRpc(anonymousClient(), 'profile_head', { handle }) : missing }
}
