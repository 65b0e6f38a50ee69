import { expect, test } from 'vitest'

import { dismissToast, toast } from './toast.ts'

test('each toast tells once that it is gone, closed or displaced by newer ones', () => {
  const gone: string[] = []
  const ids = ['one', 'two', 'three', 'four'].map((title) => toast({ title, onGone: () => gone.push(title) }))
  expect(gone).toEqual(['one'])
  for (const id of [...ids, ...ids]) dismissToast(id)
  expect(gone).toEqual(['one', 'two', 'three', 'four'])
})
