/** What somebody writes under a post, kept until it is sent: a failure, a reload or a closed page loses no word. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { getSession, watchSession } from '#data/session.ts'

export interface CommentDraft {
  text: string
  /** Why it was not sent. */
  failure: string | null
}

interface Drafts {
  userId: string | null
  byKey: ReadonlyMap<string, CommentDraft>
}

const entry = 'comment-drafts'
const mostDrafts = 20
const empty: CommentDraft = { text: '', failure: null }
const drafts = createStore<Drafts>()(readStored)

/** Names the field: under a post, under a comment, or in place of one's own. */
export function draftKey(postId: string, about: { replyTo?: string; edit?: string } = {}): string {
  return [postId, about.replyTo && `reply:${about.replyTo}`, about.edit && `edit:${about.edit}`]
    .filter(Boolean)
    .join(' ')
}

export function useCommentDraft(key: string): CommentDraft {
  return useStore(drafts, ({ byKey }) => byKey.get(key) ?? empty)
}

export function readDraft(key: string): CommentDraft {
  return drafts.getState().byKey.get(key) ?? empty
}

export function keepDraft(key: string, text: string, failure: string | null = null): void {
  const next = new Map(drafts.getState().byKey)
  next.delete(key)
  if (text !== '') next.set(key, { text, failure })
  const kept = [...next].slice(-mostDrafts)
  writePrivate(entry, JSON.stringify(kept.map(([name, draft]) => [name, draft.text])))
  drafts.setState({ byKey: new Map(kept) })
}

function readStored(): Drafts {
  return { userId: writer(), byKey: new Map(stored().map(([key, text]) => [key, { text, failure: null }])) }
}

function writer(): string | null {
  const session = getSession()
  return session.status === 'signed-in' ? session.user.id : null
}

function stored(): [string, string][] {
  try {
    const kept: unknown = JSON.parse(readPrivate(entry))
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is [string, string] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
}

// Everybody has their own.
watchSession(() => {
  if (drafts.getState().userId !== writer()) drafts.setState(readStored())
})
