import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import type { Post } from '#entities/post/post.ts'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { defineMessages, plural, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'

import { searchQuery } from './search-queries.ts'

const messages = defineMessages({
  verbatim: ['title', 'nothing'],
  fr: {
    title: 'Recherche intelligente',
    field: 'Personnes, images, hashtags',
    people: 'Utilisateurs',
    posts: 'Images',
    nothing: (query: string) => `Aucun résultat trouvé pour "${query}"`,
    found: (count: number) => plural(count, { one: '# résultat', other: '# résultats' }),
  },
  en: {
    title: 'Smart search',
    field: 'People, images, hashtags',
    people: 'People',
    posts: 'Images',
    nothing: (query: string) => `No results found for "${query}"`,
    found: (count: number) => plural(count, { one: '# result', other: '# results' }),
  },
})

const typingPause = 250

/** Finds people and public pictures by the words they carry. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(messages)
  const { q = '' } = useModalSearch()
  const [typed, setTyped] = useState(q)
  const text = useSettled(typed)
  const { data } = useQuery(searchQuery(text))
  const found = useDeferredValue(data)
  const count = found ? found.people.length + found.posts.length : null
  return (
    <Dialog title={m.title} onClose={onClose} size="md">
      <TextField
        label={m.field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        data-autofocus
      />
      <p role="status" className="mt-3 min-h-5 text-sm text-text-3">
        {count === null ? '' : count === 0 ? m.nothing(text) : m.found(count)}
      </p>
      {found && found.people.length > 0 && <People label={m.people} people={found.people} />}
      {found && found.posts.length > 0 && <Pictures label={m.posts} posts={found.posts} />}
    </Dialog>
  )
}

function People({ label, people }: { label: string; people: Profile[] }) {
  return (
    <section aria-label={label}>
      <h3 className="mt-3 mb-1.5">{label}</h3>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <Link
              to="/profile/$handle"
              params={{ handle: person.id }}
              className="-mx-2 flex min-h-14 items-center gap-3 rounded-md p-2 hover:bg-surface-2"
            >
              <Avatar id={person.id} src={person.avatar_url} size="lg" />
              <span className="min-w-0">
                <span className="block truncate font-semibold">{person.display_name}</span>
                {person.username && <span className="block truncate text-sm text-text-3">@{person.username}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Pictures({ label, posts }: { label: string; posts: Post[] }) {
  return (
    <section aria-label={label}>
      <h3 className="mt-3 mb-1.5">{label}</h3>
      <ul className="grid grid-cols-3 gap-0.75">
        {posts.map((post) => (
          <li key={post.id} className="aspect-square overflow-hidden rounded-img">
            <Link
              to="/post/$id"
              params={{ id: post.id }}
              className="grid size-full place-items-center *:min-w-full *:min-h-full"
            >
              <Picture image={post.image} alt={post.altText} sizes="(width >= 48rem) 12rem, 33vw" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
