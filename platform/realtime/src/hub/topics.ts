/** All topics that somebody on this node has joined. A private topic and a public one of the same name are two. */

import { Topic, type Member, type TopicOptions } from './topic.ts'

/** Where a message belongs. */
export interface Space {
  /** Without `realtime:`. */
  readonly name: string
  readonly isPrivate: boolean
}

export const spaceKey = ({ name, isPrivate }: Space): string => `${isPrivate ? 'private' : 'public'}:${name}`

export class Topics {
  readonly #topics = new Map<string, Topic>()
  readonly #options: Omit<TopicOptions, 'address'>

  constructor(options: Omit<TopicOptions, 'address'>) {
    this.#options = options
  }

  /** Undefined where nobody listens. */
  find(space: Space): Topic | undefined {
    return this.#topics.get(spaceKey(space))
  }

  enter(space: Space, member: Member): void {
    const key = spaceKey(space)
    let topic = this.#topics.get(key)
    if (topic === undefined) {
      topic = new Topic({ ...this.#options, address: `realtime:${space.name}` })
      this.#topics.set(key, topic)
    }
    topic.members.add(member)
  }

  exit(space: Space, member: Member): void {
    const key = spaceKey(space)
    const topic = this.#topics.get(key)
    topic?.members.delete(member)
    if (topic?.members.size === 0) this.#topics.delete(key)
  }
}

export function spaceOf(key: string): Space {
  const colon = key.indexOf(':')
  return { isPrivate: key.slice(0, colon) === 'private', name: key.slice(colon + 1) }
}
