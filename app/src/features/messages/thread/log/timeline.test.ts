import { expect, test } from 'vitest'

import { timelineOf } from './timeline.ts'

const at = (id: string, senderId: string, local: string) => ({ id, senderId, at: new Date(local).toISOString() })

test('a day begins with its date, what is new with its mark, and each turn of speech is one run', () => {
  const items = [
    at('a', 'awa', '2026-11-20T23:58'),
    at('b', 'awa', '2026-11-21T00:01'),
    at('c', 'awa', '2026-11-21T00:03'),
    at('d', 'kossi', '2026-11-21T00:04'),
    at('e', 'kossi', '2026-11-21T00:05'),
    at('f', 'kossi', '2026-11-21T00:20'),
  ]
  const drawn = timelineOf(items, 'e').map((entry) =>
    entry.kind === 'message' ? `${entry.isFirst ? '(' : ''}${entry.key}${entry.isLast ? ')' : ''}` : entry.kind,
  )
  expect(drawn).toEqual(['day', '(a)', 'day', '(b', 'c)', '(d)', 'new', '(e)', '(f)'])
})
