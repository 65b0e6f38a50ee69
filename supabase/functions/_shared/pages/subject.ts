/** What a path of the app is about, and what a visitor may know of it. */
import { anonymousClient } from '../clients.ts'

export interface PostFacts {
  readonly state: 'here'
  readonly title: string | null
  readonly description: string | null
  /** Null where its author hides it. */
  readonly prompt: string | null
  readonly alt_text: string | null
  readonly created_at: string
  readonly edited_at: string | null
  /** Null where it is not for everybody's eyes. */
  readonly image: { readonly url: string; readonly width: number | null; readonly height: number | null } | null
  readonly is_indexed: boolean
  readonly creator: { readonly id: string; readonly username: string | null; readonly display_name: string }
}

export interface ProfileFacts {
  readonly state: 'here'
  readonly id: string
  readonly username: string | null
  readonly display_name: string
  readonly avatar_url: string | null
  readonly bio: string | null
  readonly is_indexed: boolean
}

/** `restricted`: there, and not for every visitor. */
interface Withheld {
  readonly state: 'restricted' | 'gone' | 'missing'
}

export type Subject =
  | { readonly kind: 'home' }
  | { readonly kind: 'post'; readonly id: string; readonly facts: PostFacts | Withheld }
  | { readonly kind: 'profile'; readonly facts: ProfileFacts | Withheld }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const missing: Withheld = { state: 'missing' }

/** Null where it is a path of which nothing is known here. */
export async function findSubject(path: string): Promise<Subject | null> {
  const [first = '', second = '', ...more] = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  if (more.length > 0) return null
  if (second === '') return ['', 'feed'].includes(first) ? { kind: 'home' } : null
  if (first === 'post') return findPost(second)
  return first === 'profile' ? findProfile(second) : null
}

async function findPost(id: string): Promise<Subject> {
  // What cannot be an id is nobody's.
  const facts = uuid.test(id) ? await ask<PostFacts>('post_head', { post_id: id }) : missing
  return { kind: 'post', id: id.toLowerCase(), facts }
}

async function findProfile(handle: string): Promise<Subject> {
  const isHandle = /^[^\p{Cc}]{1,100}$/u.test(handle)
  return { kind: 'profile', facts: isHandle ? await ask<ProfileFacts>('profile_head', { handle }) : missing }
}

async function ask<T>(name: string, params: object): Promise<T | Withheld> {
  const { data, error } = await anonymousClient().rpc(name, params)
  if (error) throw new Error(`${name}: ${error.message}`)
  return data as T | Withheld
}
