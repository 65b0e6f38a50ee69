/** Drawn cases of signed addresses. */
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { answers, form, put } from './objects.ts'
import type { StorageWorld } from './world.ts'

export const signatureCases: readonly DrawnCase<StorageWorld>[] = [
  {
    from: 'O.79',
    run: answers(400, 'POST', '/object/sign/bucket2/authenticated/cat.jpg', { json: { expiresIn: 1000 } }),
  },
  {
    from: 'O.80',
    run: answers(400, 'POST', '/object/sign/notfound/authenticated/cat.jpg', {
      as: 'authenticated',
      json: { expiresIn: 1000 },
    }),
  },
  {
    from: 'O.85',
    run: answers(400, 'POST', '/object/upload/sign/notfound/authenticated/cat.jpg', { as: 'authenticated' }),
  },
  {
    from: 'O.93',
    async run(world) {
      const path = 'bucket2/signed/sadcat-upload-signed-3.png'
      const signed = await world.ask(`/object/upload/sign/${path}`, { method: 'POST', as: 'service_role' })
      const { token } = (await signed.json()) as { token: string }
      await put(world, path)
      const answer = await world.ask(`/object/upload/sign/${path}?token=${token}`, { method: 'PUT', body: form() })
      expect([signed.status, answer.status]).toEqual([200, 400])
    },
  },
  {
    from: 'O.98',
    async run({ ask }) {
      const json = { expiresIn: 1000, paths: ['authenticated/notfound.jpg'] }
      const answer = await ask('/object/sign/bucket2clearAllMocks', { method: 'POST', as: 'authenticated', json })
      const error = 'Either the object does not exist or you do not have access to it'
      expect([answer.status, await answer.json()]).toMatchObject([200, [{ error }]])
    },
  },
  {
    from: 'O.105',
    async run(world) {
      await put(world, 'bucket2/public/sadcat-upload.png')
      const init = { method: 'POST', as: 'service_role', json: { expiresIn: 1 } } as const
      const signed = await world.ask('/object/sign/bucket2/public/sadcat-upload.png', init)
      const { signedURL } = (await signed.json()) as { signedURL: string }
      await expect.poll(async () => (await world.ask(signedURL)).status, { timeout: 5_000 }).toBe(400)
    },
  },
]
