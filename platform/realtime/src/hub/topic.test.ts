import { setImmediate as turn } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { jsonBroadcast } from '../wire/broadcast.ts'
import type { ProtocolVersion } from '../wire/client-frames.ts'
import { Topic, type Member, type Recheck } from './topic.ts'

class Listener implements Member {
  readonly writes: Buffer[] = []
  readonly sink: Member['sink']
  checkedAt: number | null = null
  readonly #deaf: 'broadcast' | 'presence' | null

  constructor(version: ProtocolVersion = '2.0.0', deaf: 'broadcast' | 'presence' | null = null) {
    this.sink = { version, write: (frame) => this.writes.push(frame) }
    this.#deaf = deaf
  }

  hears(what: 'broadcast' | 'presence'): boolean {
    return what !== this.#deaf
  }

  /** Which of the events have arrived, write by write. */
  heard(): string[] {
    return this.writes.map(
      (bytes) =>
        bytes
          .toString('latin1')
          .match(/ev\d|presence_diff/g)
          ?.join(' ') ?? '',
    )
  }
}

const options = { address: 'realtime:a', rightsAgeMs: 1_000, recheck: async () => {} }
const event = (number: number) => jsonBroadcast(`ev${number}`, '{}')

function topicOf(members: readonly Member[], recheck: Recheck = options.recheck): Topic {
  const topic = new Topic({ ...options, recheck })
  for (const member of members) topic.members.add(member)
  return topic
}

describe('a topic', () => {
  it('writes once per turn and member, the same bytes to all who hear the same', async () => {
    const [one, two, old, deaf] = [
      new Listener(),
      new Listener(),
      new Listener('1.0.0'),
      new Listener('2.0.0', 'presence'),
    ]
    const topic = topicOf([one, two, old, deaf])
    topic.broadcast(event(1))
    topic.presenceDiff('{}')
    topic.broadcast(event(2), two)
    await turn()
    expect(one.heard()).toEqual(['ev1 presence_diff ev2'])
    expect(two.heard()).toEqual(['ev1 presence_diff'])
    expect(old.heard()).toEqual(['ev1 presence_diff ev2'])
    expect(deaf.heard()).toEqual(['ev1 ev2'])
    const three = new Listener()
    topic.members.add(three)
    topic.broadcast(event(3))
    await turn()
    expect(three.writes[0]).toBe(one.writes[1])
  })

  it('W-04 asks before it tells those whose right is old, keeps the order, and tells only who was confirmed', async () => {
    const [kept, lost, left] = [new Listener(), new Listener(), new Listener()]
    for (const member of [kept, lost, left]) member.checkedAt = 1
    const questions: (readonly Member[])[] = []
    const answers: (() => void)[] = []
    const topic = topicOf([kept, lost, left], (members) => {
      questions.push(members)
      return new Promise((resolve) => void answers.push(resolve))
    })
    topic.broadcast(event(1))
    await turn()
    topic.broadcast(event(2))
    await turn()
    expect([questions.length, kept.heard()]).toEqual([1, []])
    kept.checkedAt = Date.now()
    topic.members.delete(left)
    left.checkedAt = Date.now()
    answers[0]!()
    await turn()
    topic.broadcast(event(3))
    await turn()
    expect(kept.heard()).toEqual(['ev1', 'ev2', 'ev3'])
    expect([lost.heard(), left.heard()]).toEqual([[], []])
    expect(questions).toEqual([[kept, lost, left], [lost]])
  })

  it('W-04 asks everybody anew once rights have changed, however fresh the last answer is', async () => {
    const [kept, lost] = [new Listener(), new Listener()]
    for (const member of [kept, lost]) member.checkedAt = Date.now() - 1
    const topic = topicOf([kept, lost], (members) => {
      kept.checkedAt = Date.now()
      return Promise.resolve(void topic.members.delete(members[1]!))
    })
    topic.broadcast(event(1))
    await turn()
    topic.doubt()
    topic.broadcast(event(2))
    await turn()
    expect([kept.heard(), lost.heard()]).toEqual([['ev1', 'ev2'], ['ev1']])
  })
})
