import { queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { queryClient } from '../query-client.ts'
import { showChoice } from './show-choice.ts'

function askedFor(key: string) {
  const answers: ((answer: string) => void)[] = []
  const query = queryOptions({
    queryKey: [key],
    queryFn: () => new Promise<string>((resolve) => void answers.push(resolve)),
  })
  return { query, answer: (text: string) => answers.shift()?.(text) }
}

test('an answer that was asked for before a choice does not take it back', async () => {
  const { query, answer } = askedFor('choice')
  queryClient.setQueryData(query.queryKey, 'before')
  const reading = queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
  showChoice(query, () => 'chosen')
  answer('before')
  await reading
  expect(queryClient.getQueryData(query.queryKey)).toBe('chosen')
})

test('a first answer is waited for: there is nothing yet to choose from', async () => {
  const { query, answer } = askedFor('first')
  const reading = queryClient.fetchQuery(query)
  showChoice(query, () => 'chosen')
  answer('first')
  expect(await reading).toBe('first')
  expect(queryClient.getQueryData(query.queryKey)).toBe('first')
})
